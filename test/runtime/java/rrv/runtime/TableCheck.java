package rrv.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A weak table with crowded hashes against a plain list, with entries cleared at random. */
public final class TableCheck {
    private TableCheck() {
    }

    public static void main(String[] args) {
        int checked = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            WeakTable table = new WeakTable();
            List<Object> objects = new ArrayList<Object>();
            List<KeyNode> nodes = new ArrayList<KeyNode>();
            List<Integer> hashes = new ArrayList<Integer>();
            int spread = 1 + random.nextInt(60);
            for (int step = 0; step < 800; step++) {
                // Grows, shrinks to nothing, then turns over quickly.
                int most = step < 300 ? 300 : step < 400 ? 0 : 12;
                if (objects.isEmpty() || objects.size() < most && random.nextInt(3) != 0) {
                    // Crowded around both ends of the table, so that clusters wrap around.
                    int hash = (random.nextBoolean() ? 1 : 0x7fffffff - spread) + random.nextInt(spread);
                    Object object = new Object();
                    KeyNode node = new KeyNode(object);
                    table.add(node, hash);
                    objects.add(object);
                    nodes.add(node);
                    hashes.add(hash);
                } else {
                    int index = random.nextInt(objects.size());
                    nodes.get(index).clear();
                    objects.remove(index);
                    nodes.remove(index);
                    hashes.remove(index);
                    if (random.nextInt(20) == 0) {
                        table.sweepAll();
                    } else if (random.nextInt(20) == 0) {
                        // As after a garbage collection: the next insertions look for what is gone.
                        Identity.Collections.seen++;
                    }
                }
                for (int index = step % 7; index < objects.size(); index += 7) {
                    checked++;
                    if (table.find(objects.get(index), hashes.get(index)) != nodes.get(index) || !table.mayHave(hashes.get(index))) {
                        System.out.println("lost an entry, seed " + seed);
                        return;
                    }
                }
            }
            if (table.size() > 400 || table.size() < objects.size()) {
                System.out.println("size " + table.size() + " before the sweep, seed " + seed);
                return;
            }
            table.sweepAll();
            if (table.size() != objects.size()) {
                System.out.println("size " + table.size() + " for " + objects.size() + ", seed " + seed);
                return;
            }
        }
        if (!sweepsInSteps()) {
            System.out.println("insertions do not look for what is gone");
            return;
        }
        if (!knowsWhatIsAbsent()) {
            System.out.println("the filter takes too many hashes for those of entries");
            return;
        }
        if (!listsForget()) {
            System.out.println("a list keeps records that were dropped, or loses others");
            return;
        }
        System.out.println("checked=" + checked);
    }

    /** After a collection that took most entries, some insertions remove most of them, long before the table is full. */
    private static boolean sweepsInSteps() {
        WeakTable table = new WeakTable();
        KeyNode[] nodes = new KeyNode[2400];
        for (int index = 0; index < nodes.length; index++) {
            if (index == 2000) {
                for (int gone = 0; gone < 1900; gone++) {
                    nodes[gone].clear();
                }
                Identity.Collections.seen++;
            }
            nodes[index] = new KeyNode(table);
            table.add(nodes[index], index * 0x9E3779B9 | 1);
        }
        return table.size() < 1000;
    }

    /** Of hashes that no entry has, at most one in four may look as if one had it, also after entries were removed. */
    private static boolean knowsWhatIsAbsent() {
        WeakTable table = new WeakTable();
        Random random = new Random(1);
        for (int round = 0; round < 20; round++) {
            KeyNode[] nodes = new KeyNode[1000];
            for (int index = 0; index < nodes.length; index++) {
                nodes[index] = new KeyNode(table);
                table.add(nodes[index], random.nextInt() | 1);
            }
            for (KeyNode node : nodes) {
                node.clear();
            }
            table.sweepAll();
        }
        int taken = 0;
        for (int index = 0; index < 10000; index++) {
            taken += table.mayHave(random.nextInt()) ? 1 : 0;
        }
        return taken < 2500;
    }

    /** Of many records most are dropped: the list holds the rest, in order, and few of the dropped ones. */
    private static boolean listsForget() {
        RecordList list = new RecordList(1);
        List<BindingRecord> kept = new ArrayList<BindingRecord>();
        List<BindingRecord> all = new ArrayList<BindingRecord>();
        for (int index = 0; index < 1000; index++) {
            BindingRecord record = new BindingRecord(1, new Key(list, index, null), null, null, null);
            list.add(record);
            all.add(record);
        }
        for (int index = 0; index < 1000; index++) {
            if (index % 10 == 3) {
                kept.add(all.get(index));
            } else {
                all.get(index).dropped = true;
                list.droppedOne();
            }
        }
        List<BindingRecord> found = new ArrayList<BindingRecord>();
        for (int index = 0; index < list.size; index++) {
            if (!list.get(index).dropped) {
                found.add(list.get(index));
            }
        }
        return found.equals(kept) && list.size <= 2 * kept.size() + 4;
    }
}
