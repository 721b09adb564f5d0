import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.organicdesign.fp.collections.ImList;
import org.organicdesign.fp.collections.ImMap;
import org.organicdesign.fp.collections.PersistentHashMap;
import org.organicdesign.fp.collections.PersistentVector;
import org.organicdesign.fp.xform.Xform;
import org.pcollections.ConsPStack;
import org.pcollections.HashTreePBag;
import org.pcollections.HashTreePMap;
import org.pcollections.OrderedPSet;
import org.pcollections.PBag;
import org.pcollections.PMap;
import org.pcollections.PSet;
import org.pcollections.PSortedMap;
import org.pcollections.PStack;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/** Versions of persistent collections, made, walked and taken apart; prints what was in them, as one number a round. */
public final class KeepVersions {
    private static final int ROUNDS = 12;
    private static final int SIZE = 160;
    private static long sum;

    private KeepVersions() {
    }

    public static void main(String[] args) {
        for (int round = 0; round < ROUNDS; round++) {
            keepPCollections();
            keepPaguro();
            walkBackwards(round);
            System.out.println("round " + round + ": " + sum);
        }
    }

    private static void keepPCollections() {
        PVector<Integer> vector = TreePVector.empty();
        PMap<Integer, String> map = HashTreePMap.empty();
        PSet<Integer> set = OrderedPSet.empty();
        PStack<Integer> stack = ConsPStack.empty();
        PBag<Integer> bag = HashTreePBag.empty();
        PSortedMap<Integer, String> sorted = TreePMap.empty();
        List<Collection<?>> versions = new ArrayList<>();
        for (int index = 0; index < SIZE; index++) {
            vector = vector.plus(index);
            map = map.plus(index, "p" + index);
            set = set.plus(index % 50);
            stack = stack.plus(index);
            bag = bag.plus(index % 9);
            sorted = sorted.plus(index * 7 % SIZE, "s" + index);
            if (index % 20 == 0) {
                versions.add(vector);
                versions.add(map.keySet());
                versions.add(set);
                versions.add(stack);
                versions.add(bag);
                versions.add(sorted.values());
            }
        }
        for (Collection<?> version : versions) {
            walk(version);
        }
        walk(vector.minus(5).minusAll(List.of(1, 2, 3)).subList(10, 60));
        walk(stack.minus(7).subList(100));
        walk(map.minus(3).entrySet());
    }

    private static void keepPaguro() {
        ImList<Integer> list = PersistentVector.empty();
        ImMap<Integer, String> map = PersistentHashMap.empty();
        for (int index = 0; index < SIZE; index++) {
            list = list.append(index);
            map = map.assoc(index, "x" + index);
        }
        walk(list);
        for (Map.Entry<Integer, String> entry : map) {
            sum = sum * 31 + entry.getKey() + entry.getValue().hashCode();
        }
        walk(Xform.of(list).map(number -> number + 1).filter(number -> number % 3 == 0).toImList());
        walk(Xform.of(list).drop(5).take(10).flatMap(number -> List.of(number, -number)).toMutList());
    }

    /** Asks nobody whether there is a further element, as no iterator should be used. */
    private static void walkBackwards(int round) {
        ListIterator<Integer> iterator = TreePVector.<Integer>empty().plus(round).plus(1).listIterator(2);
        sum = sum * 31 + iterator.previous() + iterator.previous();
        Iterator<Integer> other = ConsPStack.singleton(round).iterator();
        try {
            while (true) {
                sum = sum * 31 + other.next();
            }
        } catch (NoSuchElementException end) {
            sum++;
        }
    }

    private static void walk(Iterable<?> elements) {
        for (Object element : elements) {
            sum = sum * 31 + element.hashCode();
        }
    }
}
