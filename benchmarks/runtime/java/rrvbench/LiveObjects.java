package rrvbench;

import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

/** The objects that stay alive, with their slices; made once in a JVM. */
final class LiveObjects {
    private static LiveObjects only;

    final Program program;
    final Table[] tables;
    final Bag[] bags;
    final Cursor[] cursors;

    private LiveObjects(String property, String monitor, int live) throws Exception {
        program = Program.of(monitor, property);
        tables = new Table[live];
        bags = new Bag[live];
        cursors = new Cursor[live];
        for (int k = 0; k < live; k++) {
            tables[k] = new Table();
            Table other = property.equals("Four") ? program.descending(tables[k]) : tables[k];
            bags[k] = program.view(other);
            cursors[k] = program.cursor(bags[k]);
            program.hasMore(cursors[k]);
        }
    }

    static synchronized LiveObjects of(String property, String monitor, int live) throws Exception {
        if (only == null) {
            only = new LiveObjects(property, monitor, live);
            // Else a collector that marks what was made here would be in the time of the first cell.
            System.gc();
        }
        return only;
    }
}
