package rrvbench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;
import rrv.runtime.Unit;
import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

/** The program with the calls that a unit makes. The definitions are in the file that `rrvbench.unit` names. */
final class RrvProgram extends Program {
    private static final PropertyMonitor ITERATOR;
    private static final PropertyMonitor MAP;
    private static final PropertyMonitor HAS_NEXT;
    private static final PropertyMonitor FOUR;
    private static final int BASE;

    static {
        Registration registration = Registry.register(new Unit() {
            @Override
            protected String[] definition() {
                try {
                    byte[] bytes = Files.readAllBytes(Paths.get(System.getProperty("rrvbench.unit")));
                    return new String[] {new String(bytes, StandardCharsets.UTF_8)};
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            protected String site(int index) {
                return "rrvbench.Main\tm\t()V\t0\tMain.java\t" + index;
            }
        });
        ITERATOR = registration.monitor(0);
        MAP = registration.monitor(2);
        HAS_NEXT = registration.monitor(3);
        FOUR = registration.monitor(4);
        BASE = registration.base;
    }

    private final boolean hasNext;
    private final boolean ofBag;
    private final boolean ofTable;
    private final boolean four;

    RrvProgram(String property) {
        hasNext = property.equals("SafeHasNext");
        ofBag = property.equals("SafeIterator");
        ofTable = property.equals("SafeMapIterator");
        four = property.equals("Four");
    }

    @Override
    boolean hasMore(Cursor i) {
        boolean more = i.hasMore();
        if (hasNext) {
            HAS_NEXT.eventIfBound(0, i, BASE + 1);
        }
        return more;
    }

    @Override
    void advance(Cursor i) {
        if (hasNext) {
            HAS_NEXT.eventIfBound(1, i, BASE + 2);
        } else if (ofBag) {
            ITERATOR.eventIfBound(2, i, BASE + 2);
        } else if (ofTable) {
            MAP.eventIfBound(3, i, BASE + 2);
        } else {
            FOUR.eventIfBound(4, i, BASE + 2);
        }
        i.advance();
    }

    @Override
    Cursor cursor(Bag c) {
        Cursor i = c.cursor();
        if (ofBag) {
            ITERATOR.eventIfBound(0, c, i, BASE + 3);
        } else if (ofTable) {
            MAP.eventIfBound(1, c, i, BASE + 3);
        } else if (four) {
            FOUR.eventIfBound(2, c, i, BASE + 3);
        }
        return i;
    }

    @Override
    void add(Bag c) {
        c.add();
        if (ofBag) {
            ITERATOR.eventIfBound(1, c, BASE + 4);
        }
    }

    @Override
    Bag view(Table m) {
        Bag c = m.view();
        if (ofTable) {
            MAP.eventIfBound(0, m, c, BASE + 5);
        } else if (four) {
            FOUR.eventIfBound(1, m, c, BASE + 5);
        }
        return c;
    }

    @Override
    void put(Table m) {
        m.put();
        if (ofTable) {
            MAP.eventIfBound(2, m, BASE + 6);
        } else if (four) {
            FOUR.eventIfBound(3, m, BASE + 6);
        }
    }

    @Override
    Table descending(Table m) {
        Table other = m.descending();
        if (four) {
            FOUR.eventIfBound(0, m, other, BASE + 7);
        }
        return other;
    }
}
