package rrvbench;

import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

/** The naive monitors behind advice, as one would write it; one aspect per property, each on its own copy of the program. */
aspect HasNextAspect {
    after(Cursor i) returning : call(* Cursor.hasMore()) && target(i) && within(WovenSafeHasNext) {
        NaiveMonitors.hasNext(i);
    }

    before(Cursor i) : call(* Cursor.advance()) && target(i) && within(WovenSafeHasNext) {
        NaiveMonitors.next(i);
    }
}

aspect IteratorAspect {
    after(Bag c) returning(Cursor i) : call(* Bag.cursor()) && target(c) && within(WovenSafeIterator) {
        NaiveMonitors.iterate(c, i, true);
    }

    after(Bag c) returning : call(* Bag.add()) && target(c) && within(WovenSafeIterator) {
        NaiveMonitors.update(c);
    }

    before(Cursor i) : call(* Cursor.advance()) && target(i) && within(WovenSafeIterator) {
        NaiveMonitors.use(i);
    }
}

aspect MapIteratorAspect {
    after(Table m) returning(Bag c) : call(* Table.view()) && target(m) && within(WovenSafeMapIterator) {
        NaiveMonitors.derive(m, c, true);
    }

    after(Bag c) returning(Cursor i) : call(* Bag.cursor()) && target(c) && within(WovenSafeMapIterator) {
        NaiveMonitors.iterate(c, i, false);
    }

    after(Table m) returning : call(* Table.put()) && target(m) && within(WovenSafeMapIterator) {
        NaiveMonitors.update(m);
    }

    before(Cursor i) : call(* Cursor.advance()) && target(i) && within(WovenSafeMapIterator) {
        NaiveMonitors.use(i);
    }
}

aspect FourAspect {
    after(Table m) returning(Table other) : call(* Table.descending()) && target(m) && within(WovenFour) {
        NaiveMonitors.derive(m, other, true);
    }

    after(Table m) returning(Bag c) : call(* Table.view()) && target(m) && within(WovenFour) {
        NaiveMonitors.derive(m, c, false);
    }

    after(Bag c) returning(Cursor i) : call(* Bag.cursor()) && target(c) && within(WovenFour) {
        NaiveMonitors.iterate(c, i, false);
    }

    after(Table m) returning : call(* Table.put()) && target(m) && within(WovenFour) {
        NaiveMonitors.update(m);
    }

    before(Cursor i) : call(* Cursor.advance()) && target(i) && within(WovenFour) {
        NaiveMonitors.use(i);
    }
}
