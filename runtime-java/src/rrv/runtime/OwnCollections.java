package rrv.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The collections that woven code asks for in one question: plain ones, and classes that units have named for
 * it. Units that name the same classes of a program ask the same question.
 */
public final class OwnCollections {
    /** By the text that units know them by. Guarded by itself. */
    private static final Map<String, OwnCollections> ALL = new HashMap<String, OwnCollections>();

    private final NamedClasses named = new NamedClasses();

    private OwnCollections() {
    }

    /** Those of the question. */
    public static OwnCollections of(String question) {
        synchronized (ALL) {
            OwnCollections known = ALL.get(question);
            if (known == null) {
                known = new OwnCollections();
                ALL.put(question, known);
            }
            return known;
        }
    }

    /** Questions, each with a tab and the name of a class that the loader itself defines. */
    static void add(ClassLoader loader, String[] named) {
        Map<String, List<String>> byQuestion = new HashMap<String, List<String>>();
        for (String one : named) {
            int tab = one.indexOf('\t');
            String question = one.substring(0, tab);
            List<String> names = byQuestion.get(question);
            if (names == null) {
                names = new ArrayList<String>();
                byQuestion.put(question, names);
            }
            names.add(one.substring(tab + 1));
        }
        for (Map.Entry<String, List<String>> one : byQuestion.entrySet()) {
            of(one.getKey()).named.add(loader, one.getValue());
        }
    }

    /**
     * As the other one. `asked` is null while a unit registers, when woven code of a class loader may ask: false,
     * as its events are ignored then.
     */
    public static boolean contains(OwnCollections asked, Object object) {
        return asked != null && asked.contains(object);
    }

    /** False for null. Calls no method of the object. */
    boolean contains(Object object) {
        return object != null && (PlainCollections.has(object.getClass()) || named.has(object.getClass()));
    }
}
