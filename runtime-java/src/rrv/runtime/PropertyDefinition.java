package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One property of a definition text, parsed. Arrays are indexed as in the text; nothing is modified later.
 */
final class PropertyDefinition {
    static final class Event {
        String name;
        int letter;
        boolean creation;
        /** Parameters that the event binds, ascending. */
        int[] binds;
        /** For each of them, the position in the advice's arguments. */
        int[] argumentOf;
        /** Set of bound parameters. */
        int mask;
        /**
         * Whether it happens only where a condition in Java holds, and whether the condition of a slice that
         * is new never does.
         */
        boolean conditional;
        boolean refusedByNew;
        /** Whether Java code runs at it, which may change the fields of a slice whose state stays. */
        boolean body;

        boolean hasCode() {
            return body || conditional;
        }
    }

    static final class Handler {
        String category;
        boolean reports;
        boolean reset;
        boolean java;
        String message;
    }

    String name;
    String severity;
    /** A violation is printed, and the report is written, when it happens: there may be no exit hook. */
    boolean atOnce;
    /** It has no event in the unit: nothing but its name, and those of its events, is known here. */
    boolean idle;
    /** Whether slices have bodies, and whether these may put them back into the initial state at an event. */
    boolean code;
    boolean eventsReset;
    /** Whether a slice, which is of one object, may as well begin later where no Java code runs at its event. */
    boolean beginsAlike;
    /**
     * Whether this is the full and the residual monitor side by side, and whether slices must stay in one
     * thread then.
     */
    boolean audit;
    boolean auditsThreads;
    /** For a {@link ReflectionMonitor}, what may be reached: kind, class, member. Null: it is a property of the program. */
    List<String[]> claims;
    /** Whether parameter values are compared by value (boxed primitives) or by identity. */
    boolean[] byValue = new boolean[0];
    String[] parameters = new String[0];
    Event[] events = new Event[0];
    Handler[] handlers = new Handler[0];
    int letters;
    int states;
    int initial;
    /** next[state * letters + letter]. */
    int[] next = new int[0];
    /** Of a context-free pattern; null: the rows are all there is. */
    Grammar grammar;
    /** For each state the handlers that run when a slice enters it, in order. */
    int[][] handlersOf = new int[0][];
    /** The lines themselves: properties with equal text share a monitor. */
    String text;

    static final class UnitText {
        String version = "?";
        String analysis = "?";
        /** How many it has; what there is room for where it does not say so. */
        int sites = 1 << 20;
        final List<PropertyDefinition> properties = new ArrayList<PropertyDefinition>();
    }

    static final String PROTOCOL = "1";

    private PropertyDefinition() {
    }

    /**
     * Parses the text of a unit (docs/runtime-protocol.md).
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static UnitText parse(String text) {
        List<String> lines = split(text, '\n');
        UnitText unit = new UnitText();
        PropertyDefinition current = null;
        StringBuilder own = new StringBuilder();
        List<String[]> categories = new ArrayList<String[]>();
        List<Event> events = new ArrayList<Event>();
        List<Handler> handlers = new ArrayList<Handler>();
        int rows = 0;
        for (int number = 0; number < lines.size(); number++) {
            String line = lines.get(number);
            if (line.isEmpty()) {
                continue;
            }
            List<String> fields = split(line, '\t');
            String kind = fields.get(0);
            try {
                if (number == 0) {
                    if (!kind.equals("rrv-unit") || !fields.get(1).equals(PROTOCOL)) {
                        throw new IllegalArgumentException("this runtime reads protocol " + PROTOCOL + ", not "
                                + line.replace('\t', ' '));
                    }
                } else if (kind.equals("version")) {
                    unit.version = fields.get(1);
                } else if (kind.equals("analysis")) {
                    unit.analysis = fields.get(1);
                } else if (kind.equals("sites")) {
                    unit.sites = Integer.parseInt(fields.get(1));
                } else if (kind.equals("property")) {
                    current = new PropertyDefinition();
                    current.name = unescape(fields.get(1));
                    current.severity = fields.get(2);
                    own.setLength(0);
                    categories.clear();
                    events.clear();
                    handlers.clear();
                    rows = 0;
                } else if (current == null) {
                    throw new IllegalArgumentException("outside a property");
                } else if (kind.equals("parameter")) {
                    int count = current.parameters.length;
                    String[] names = new String[count + 1];
                    boolean[] kinds = new boolean[count + 1];
                    System.arraycopy(current.parameters, 0, names, 0, count);
                    System.arraycopy(current.byValue, 0, kinds, 0, count);
                    names[count] = unescape(fields.get(1));
                    kinds[count] = fields.get(2).equals("value");
                    current.parameters = names;
                    current.byValue = kinds;
                } else if (kind.equals("event")) {
                    Event event = new Event();
                    event.name = unescape(fields.get(1));
                    event.letter = Integer.parseInt(fields.get(2));
                    event.creation = fields.get(3).equals("creation");
                    event.binds = numbers(fields.get(4));
                    event.argumentOf = numbers(fields.get(5));
                    for (int parameter : event.binds) {
                        event.mask |= 1 << parameter;
                    }
                    events.add(event);
                } else if (kind.equals("condition")) {
                    Event event = events.get(Integer.parseInt(fields.get(1)));
                    event.conditional = true;
                    event.refusedByNew = fields.get(2).equals("refused");
                } else if (kind.equals("body")) {
                    events.get(Integer.parseInt(fields.get(1))).body = true;
                } else if (kind.equals("handler")) {
                    Handler handler = new Handler();
                    handler.category = unescape(fields.get(1));
                    handler.reports = fields.get(2).equals("report");
                    handler.reset = fields.get(3).equals("reset");
                    handler.java = fields.get(4).equals("java");
                    handler.message = unescape(fields.get(5));
                    handlers.add(handler);
                } else if (kind.equals("idle")) {
                    current.idle = true;
                    for (String name : fields.subList(1, fields.size())) {
                        Event event = new Event();
                        event.name = unescape(name);
                        events.add(event);
                    }
                } else if (kind.equals("at-once")) {
                    current.atOnce = true;
                } else if (kind.equals("code")) {
                    current.code = true;
                    current.eventsReset = fields.size() > 2 && fields.get(2).equals("resets");
                    current.beginsAlike = fields.size() > 3 && fields.get(3).equals("alike");
                } else if (kind.equals("audit")) {
                    current.audit = true;
                    current.auditsThreads = fields.get(1).equals("confined");
                } else if (kind.equals("watch")) {
                    current.claims = new ArrayList<String[]>();
                } else if (kind.equals("claimed")) {
                    current.claims.add(new String[] {fields.get(1), unescape(fields.get(2)), unescape(fields.get(3))});
                } else if (kind.equals("automaton")) {
                    current.states = Integer.parseInt(fields.get(1));
                    current.letters = Integer.parseInt(fields.get(2));
                    current.initial = Integer.parseInt(fields.get(3));
                    current.next = new int[current.states * current.letters];
                } else if (kind.equals("row")) {
                    for (int letter = 0; letter < current.letters; letter++) {
                        current.next[rows * current.letters + letter] = Integer.parseInt(fields.get(letter + 1));
                    }
                    rows++;
                } else if (kind.equals("grammar")) {
                    current.grammar = new Grammar(current.letters, Integer.parseInt(fields.get(1)), Integer.parseInt(fields.get(2)),
                            fields.get(3).equals("empty"));
                } else if (kind.equals("symbol")) {
                    current.grammar.nonterminal(Integer.parseInt(fields.get(1)), fields.get(2).equals("nullable"),
                            fields.get(3).equals("repeated"));
                } else if (kind.equals("after")) {
                    current.grammar.addAfter(Integer.parseInt(fields.get(1)), Integer.parseInt(fields.get(2)), numbers(fields.get(3)));
                } else if (kind.equals("category")) {
                    categories.add(new String[] {fields.get(1), unescape(fields.get(2))});
                } else if (!kind.equals("end")) {
                    throw new IllegalArgumentException("unknown line");
                }
                if (current != null) {
                    own.append(line).append('\n');
                }
                if (kind.equals("end")) {
                    current.finish(events, handlers, categories, rows);
                    current.text = own.toString();
                    unit.properties.add(current);
                    current = null;
                }
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("line " + (number + 1) + ": " + e.getMessage());
            }
        }
        if (current != null) {
            throw new IllegalArgumentException("the text ends inside a property");
        }
        return unit;
    }

    private void finish(List<Event> eventList, List<Handler> handlerList, List<String[]> categories, int rows) {
        events = eventList.toArray(new Event[0]);
        if (idle) {
            return;
        }
        handlers = handlerList.toArray(new Handler[0]);
        if (rows != states || parameters.length > 4) {
            throw new IllegalArgumentException(rows + " rows for " + states + " states, " + parameters.length
                    + " parameters");
        }
        for (int target : next) {
            if (target < 0 || target >= states) {
                throw new IllegalArgumentException("no state " + target);
            }
        }
        for (Event event : events) {
            if (event.letter < 0 || event.letter >= letters || event.mask >>> parameters.length != 0
                    || event.argumentOf.length != event.binds.length) {
                throw new IllegalArgumentException("event " + event.name);
            }
        }
        handlersOf = new int[states][0];
        for (int handler = 0; handler < handlers.length; handler++) {
            for (String[] category : categories) {
                if (category[1].equals(handlers[handler].category)) {
                    addHandler(Integer.parseInt(category[0]), handler);
                }
            }
        }
    }

    /** The handlers of a category, in order. */
    int[] handlersOf(String category) {
        int[] found = new int[handlers.length];
        int count = 0;
        for (int handler = 0; handler < handlers.length; handler++) {
            if (handlers[handler].category.equals(category)) {
                found[count++] = handler;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** What a report names it by: a unit without events of the property knows no more of it. */
    String reportedAs() {
        StringBuilder names = new StringBuilder(name);
        Set<String> seen = new HashSet<String>();
        for (Event event : events) {
            if (seen.add(event.name)) {
                names.append('\n').append(event.name);
            }
        }
        return names.toString();
    }

    /** Handlers come in order, each once for a state. */
    private void addHandler(int state, int handler) {
        int[] own = handlersOf[state];
        if (own.length == 0 || own[own.length - 1] != handler) {
            handlersOf[state] = Arrays.copyOf(own, own.length + 1);
            handlersOf[state][own.length] = handler;
        }
    }

    private static int[] numbers(String text) {
        if (text.equals("-")) {
            return new int[0];
        }
        List<String> parts = split(text, ',');
        int[] numbers = new int[parts.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(parts.get(i));
        }
        return numbers;
    }

    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<String>();
        int start = 0;
        while (true) {
            int end = text.indexOf(separator, start);
            if (end < 0) {
                parts.add(text.substring(start));
                return parts;
            }
            parts.add(text.substring(start, end));
            start = end + 1;
        }
    }

    static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                plain.append(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
