package rrvbench;

import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

/** The program with calls to the hand-written monitors. */
final class WeakmapProgram extends Program {
    private final boolean hasNext;
    private final boolean ofBag;
    private final boolean ofTable;
    private final boolean four;

    WeakmapProgram(String property) {
        hasNext = property.equals("SafeHasNext");
        ofBag = property.equals("SafeIterator");
        ofTable = property.equals("SafeMapIterator");
        four = property.equals("Four");
    }

    @Override
    boolean hasMore(Cursor i) {
        boolean more = i.hasMore();
        if (hasNext) {
            NaiveMonitors.hasNext(i);
        }
        return more;
    }

    @Override
    void advance(Cursor i) {
        if (hasNext) {
            NaiveMonitors.next(i);
        } else {
            NaiveMonitors.use(i);
        }
        i.advance();
    }

    @Override
    Cursor cursor(Bag c) {
        Cursor i = c.cursor();
        if (!hasNext) {
            NaiveMonitors.iterate(c, i, ofBag);
        }
        return i;
    }

    @Override
    void add(Bag c) {
        c.add();
        if (ofBag) {
            NaiveMonitors.update(c);
        }
    }

    @Override
    Bag view(Table m) {
        Bag c = m.view();
        if (ofTable || four) {
            NaiveMonitors.derive(m, c, ofTable);
        }
        return c;
    }

    @Override
    void put(Table m) {
        m.put();
        if (ofTable || four) {
            NaiveMonitors.update(m);
        }
    }

    @Override
    Table descending(Table m) {
        Table other = m.descending();
        if (four) {
            NaiveMonitors.derive(m, other, true);
        }
        return other;
    }
}
