package oracle;

import java.util.Iterator;

/** SafeHasNext's events, from its pointcuts as the documentation states them. */
public aspect SafeHasNextAspect {
    after(Iterator i) returning: call(* Iterator+.hasNext()) && target(i) {
        synchronized (Oracle.class) {
            Oracle.safeHasNext.hasNext(i);
        }
    }

    before(Iterator i): call(* Iterator+.next()) && target(i) && if(i != null) {
        synchronized (Oracle.class) {
            Oracle.safeHasNext.next(i, new Site(thisJoinPointStaticPart, thisEnclosingJoinPointStaticPart));
        }
    }
}
