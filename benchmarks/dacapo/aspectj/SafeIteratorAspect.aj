package oracle;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/** SafeIterator's events, from its pointcuts as the documentation states them. */
public aspect SafeIteratorAspect {
    after(Collection c) returning(Iterator i): (call(* Collection+.iterator()) || call(* List+.listIterator(..))) && target(c) {
        synchronized (Oracle.class) {
            Oracle.safeIterator.create(c, i);
        }
    }

    after(Collection c) returning: (call(* Collection+.add*(..)) || call(* Collection+.remove*(..))
            || call(* Collection+.retain*(..)) || call(* Collection+.clear(..))) && target(c) {
        synchronized (Oracle.class) {
            Oracle.safeIterator.update(c);
        }
    }

    before(Iterator i): (call(* Iterator+.next()) || call(* ListIterator+.previous())) && target(i) && if(i != null) {
        synchronized (Oracle.class) {
            Oracle.safeIterator.next(i, new Site(thisJoinPointStaticPart, thisEnclosingJoinPointStaticPart));
        }
    }
}
