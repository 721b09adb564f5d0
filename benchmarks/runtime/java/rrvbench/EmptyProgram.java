package rrvbench;

import org.openjdk.jmh.annotations.CompilerControl;
import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

/** The program with a call that does nothing, and is not inlined, at every event. */
final class EmptyProgram extends Program {
    private final boolean hasNext;
    private final boolean ofBag;
    private final boolean ofTable;
    private final boolean four;

    EmptyProgram(String property) {
        hasNext = property.equals("SafeHasNext");
        ofBag = property.equals("SafeIterator");
        ofTable = property.equals("SafeMapIterator");
        four = property.equals("Four");
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    static void event(int event, Object a, int site) {
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    static void event(int event, Object a, Object b, int site) {
    }

    @Override
    boolean hasMore(Cursor i) {
        boolean more = i.hasMore();
        if (hasNext) {
            event(0, i, 1);
        }
        return more;
    }

    @Override
    void advance(Cursor i) {
        event(1, i, 2);
        i.advance();
    }

    @Override
    Cursor cursor(Bag c) {
        Cursor i = c.cursor();
        if (!hasNext) {
            event(2, c, i, 3);
        }
        return i;
    }

    @Override
    void add(Bag c) {
        c.add();
        if (ofBag) {
            event(3, c, 4);
        }
    }

    @Override
    Bag view(Table m) {
        Bag c = m.view();
        if (ofTable || four) {
            event(4, m, c, 5);
        }
        return c;
    }

    @Override
    void put(Table m) {
        m.put();
        if (ofTable || four) {
            event(5, m, 6);
        }
    }

    @Override
    Table descending(Table m) {
        Table other = m.descending();
        if (four) {
            event(6, m, other, 7);
        }
        return other;
    }
}
