import { propertyUnknown, RrvError } from '../diagnostics.ts';
import { closestNames } from './did-you-mean.ts';
import { libraryProperties, libraryProperty, libraryTexts } from './library/index.ts';
import { type Property, severities } from './model.ts';

/** What one element of `--prop` stands for. The caller reads files: this module touches none. */
export type Selection =
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: 'file'; readonly path: string };

/**
 * Resolves the elements of `--prop`: names of the library, `all`, groups (`iterators`), severities (`@error`)
 * and `.mop` files. In the order given, each property once.
 * @throws RrvError(propertyUnknown), with suggestions
 */
export function selectProperties(elements: readonly string[]): readonly Selection[] {
  const properties = new Set<string>();
  const paths = new Set<string>();
  const selections: Selection[] = [];
  const add = (property: Property) => {
    if (properties.has(property.name)) return;
    properties.add(property.name);
    selections.push({ kind: 'property', property });
  };
  for (const element of elements) {
    if (element.endsWith('.mop')) {
      if (!paths.has(element)) selections.push({ kind: 'file', path: element });
      paths.add(element);
    } else if (libraryTexts.has(element)) add(libraryProperty(element));
    else for (const property of groupMembers(element)) add(property);
  }
  return selections;
}

function groupMembers(name: string): readonly Property[] {
  const all = libraryProperties();
  if (name === 'all') return all;
  const members = all.filter(
    ({ documentation }) => documentation.groups.includes(name) || `@${documentation.severity}` === name,
  );
  if (members.length > 0) return members;
  throw new RrvError(propertyUnknown(name, closestNames(name, selectable())));
}

/** Whether an element is one of these. To know the groups, the whole library is loaded: not for a property. */
export function isSelectable(element: string): boolean {
  return libraryTexts.has(element) || (!element.endsWith('.mop') && selectable().includes(element));
}

/** All that an element may be, but for files. */
export function selectable(): readonly string[] {
  return [...libraryTexts.keys(), ...propertyGroups(), ...severities.map((word) => `@${word}`), 'all'];
}

/** The groups of the library, sorted. */
function propertyGroups(): readonly string[] {
  return [...new Set(libraryProperties().flatMap(({ documentation }) => documentation.groups))].sort();
}
