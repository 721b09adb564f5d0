import type { MethodCode } from './method-code.ts';

/** The number of an instruction among those of all methods. */
export type SiteNumbers = (method: MethodCode, site: number) => number;

/** A method has at most 65,535 instructions (JVMS 4.7.3). */
export function siteNumbers(): SiteNumbers {
  const numbers = new Map<MethodCode, number>();
  return (method, site) => {
    let number = numbers.get(method);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(method, number);
    }
    return number * 0x10000 + site;
  };
}
