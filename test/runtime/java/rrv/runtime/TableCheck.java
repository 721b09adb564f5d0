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
                    if (table.find(objects.get(index), hashes.get(index)) != nodes.get(index)) {
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
}
