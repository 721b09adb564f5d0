import { listed } from './named-calls.ts';

/**
 * Types that the class library's unusual maps and tables ask, as lines of a facts file: Swing's tables make
 * their values and tell listeners, open data compares itself with its type, a table of a provider of security
 * asks for permission.
 */
export const askedByTables = listed([
  'java.beans.PropertyChangeListener',
  'java.util.ResourceBundle',
  'javax.management.openmbean.CompositeData',
  'javax.management.openmbean.OpenType',
  'javax.swing.UIDefaults$LazyValue',
  'javax.swing.UIDefaults$ActiveValue',
  'javax.swing.plaf.metal.MetalTheme',
  'java.lang.SecurityManager',
  'java.security.Policy',
]);
