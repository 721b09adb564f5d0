package oracle;

import java.util.Collection;
import java.util.Iterator;
import java.util.ListIterator;
import java.util.Map;

/** SafeMapIterator's events, from its pointcuts as the documentation states them. */
public aspect SafeMapIteratorAspect {
    after(Map m) returning(Collection c): (call(* Map+.keySet()) || call(* Map+.values()) || call(* Map+.entrySet()))
            && target(m) {
        synchronized (Oracle.class) {
            Oracle.safeMapIterator.view(m, c);
        }
    }

    after(Collection c) returning(Iterator i): call(* Collection+.iterator()) && target(c) {
        synchronized (Oracle.class) {
            Oracle.safeMapIterator.create(c, i);
        }
    }

    after(Map m) returning: (call(* Map+.put*(..)) || call(* Map+.remove*(..)) || call(* Map+.clear(..))
            || call(* Map+.compute*(..)) || call(* Map+.merge(..))) && target(m) {
        synchronized (Oracle.class) {
            Oracle.safeMapIterator.update(m);
        }
    }

    before(Iterator i): (call(* Iterator+.next()) || call(* ListIterator+.previous())) && target(i) && if(i != null) {
        synchronized (Oracle.class) {
            Oracle.safeMapIterator.next(i, new Site(thisJoinPointStaticPart, thisEnclosingJoinPointStaticPart));
        }
    }
}
