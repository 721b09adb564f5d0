import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/**
 * A program with its own copies of classes of the JDK, as xml-apis.jar has them. A JVM that finds both takes the JDK's, which do more; other
 * class loaders take the copies.
 */
const source = `import java.util.*;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.*;
import org.xml.sax.helpers.*;
class Main {
  static List<Object> list = new ArrayList<>();
  // The JDK's method makes the class that a property of the system names.
  public static class Factory extends SAXParserFactory {
    public Factory() { list.add("f"); } // kept
    public javax.xml.parsers.SAXParser newSAXParser() { return null; }
    public void setFeature(String name, boolean value) { }
    public boolean getFeature(String name) { return false; }
  }
  static void made() {
    Iterator<Object> i = list.iterator(); // kept
    SAXParserFactory.newInstance();
    i.next(); // kept
  }
  // Code of the JDK calls what overrides a method of a copied type, or of a class below it.
  public static class Handler implements ContentHandler {
    public void startElement(String type) { list.add("h"); } // kept
    public void endElement(String type) { list.add("h"); } // kept
    // The JDK's type has more methods than the copy.
    public void startDocument() { list.add("d"); } // kept
  }
  static void parsed(XMLReader reader) throws Exception {
    Iterator<Object> i = list.iterator(); // kept
    reader.setContentHandler(new Handler());
    reader.parse("a.xml");
    i.next(); // kept
  }
  // So does what is inherited from a copied class.
  static class Names extends NamespaceSupport {
    public Enumeration getPrefixes() { list.add("n"); return null; } // kept
  }
  static void asked() {
    Iterator<Object> i = list.iterator(); // kept
    new Names().getPrefixes("uri");
    i.next(); // kept
  }
  // Nothing of this runs.
  static class Unused {
    void startElement(String type) { list.add("u"); } // removed in a closed world
  }
  public static void main(String[] arguments) throws Exception {
    made();
    parsed(null);
    asked();
  }
}
`;
const copies = {
  'javax/xml/parsers/SAXParserFactory.java': `package javax.xml.parsers;
public abstract class SAXParserFactory {
  protected SAXParserFactory() { }
  public static SAXParserFactory newInstance() { return null; }
}
`,
  'org/xml/sax/ContentHandler.java': `package org.xml.sax;
public interface ContentHandler {
  void startElement(String type);
  void endElement(String type);
}
`,
  'org/xml/sax/helpers/NamespaceSupport.java': `package org.xml.sax.helpers;
public class NamespaceSupport {
  public java.util.Enumeration getPrefixes() { return null; }
  public java.util.Enumeration getPrefixes(String uri) { return null; }
}
`,
};

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

test.each(worlds)(
  'code of the class library runs where the program has its classes once more: $kind',
  (world) => {
    // Release 8 has no modules, of which packages could be those.
    const classes = compile({ 'Main.java': source, ...copies }, ['--release', '8', '-Xlint:-options']);
    const { program, points } = javaProgram(classes, [safeIterator]);
    const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
    const kept = points.filter(({ id }) => decisions.get(id)!.kept).map(({ line }) => line!);
    const linesOf = (comment: RegExp) => lineComments(source, comment).map(([line]) => line);
    expect(linesOf(/^kept$/)).toHaveLength(11);
    expect(kept).toEqual(expect.arrayContaining(linesOf(/^kept$/)));
    if (world.kind === 'closed')
      for (const line of linesOf(/^removed in a closed world$/)) expect(kept).not.toContain(line);
  },
);
