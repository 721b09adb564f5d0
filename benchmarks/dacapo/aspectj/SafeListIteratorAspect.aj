package oracle;

import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/** SafeListIterator's events, from its pointcuts as the documentation states them. */
public aspect SafeListIteratorAspect {
    after(List l) returning(Iterator i): (call(* List+.iterator()) || call(* List+.listIterator(..))) && target(l) {
        synchronized (Oracle.class) {
            Oracle.safeListIterator.create(l, i);
        }
    }

    after(List l) returning: (call(* List+.add*(..)) || call(* List+.remove*(..))
            || call(* List+.retain*(..)) || call(* List+.clear(..))) && target(l) {
        synchronized (Oracle.class) {
            Oracle.safeListIterator.update(l);
        }
    }

    before(Iterator i): (call(* Iterator+.next()) || call(* ListIterator+.previous())) && target(i) && if(i != null) {
        synchronized (Oracle.class) {
            Oracle.safeListIterator.next(i, new Site(thisJoinPointStaticPart, thisEnclosingJoinPointStaticPart));
        }
    }
}
