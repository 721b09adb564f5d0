package rrvbench;

/** What the benchmark's programs iterate over: as little work of their own as possible. */
final class Things {
    private Things() {
    }

    static final class Table {
        final Bag keys = new Bag();
        int updates;

        Bag view() {
            return new Bag();
        }

        Table descending() {
            return new Table();
        }

        void put() {
            updates++;
        }
    }

    static final class Bag {
        int updates;

        Cursor cursor() {
            return new Cursor();
        }

        void add() {
            updates++;
        }
    }

    static final class Cursor {
        int position;

        boolean hasMore() {
            return position >= 0;
        }

        void advance() {
            position++;
        }
    }
}
