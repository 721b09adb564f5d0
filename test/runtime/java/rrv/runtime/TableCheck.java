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
            int spread = 1 + random.nextInt(60);
            for (int step = 0; step < 400; step++) {
                if (objects.isEmpty() || random.nextInt(3) != 0) {
                    // Crowded around both ends of the table, so that clusters wrap around.
                    int hash = (random.nextBoolean() ? 1 : 0x7fffffff - spread) + random.nextInt(spread);
                    Object object = new Object();
                    KeyNode node = new KeyNode(object, hash);
                    table.add(node);
                    objects.add(object);
                    nodes.add(node);
                } else {
                    int index = random.nextInt(objects.size());
                    nodes.get(index).clear();
                    objects.remove(index);
                    nodes.remove(index);
                    if (random.nextInt(3) == 0) {
                        table.sweepAll();
                    }
                }
                for (int index = 0; index < objects.size(); index++) {
                    checked++;
                    if (table.find(objects.get(index), nodes.get(index).hash) != nodes.get(index)) {
                        System.out.println("lost an entry, seed " + seed);
                        return;
                    }
                }
            }
            table.sweepAll();
            if (table.size() != objects.size()) {
                System.out.println("size " + table.size() + " for " + objects.size() + ", seed " + seed);
                return;
            }
        }
        System.out.println("checked=" + checked);
    }
}
