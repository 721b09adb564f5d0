package rrv.runtime;

/**
 * Beginning, moves and end of the general monitor's slices. A slice ends when its state can no longer report
 * without the events of objects that are gone (coenable sets); what is known about a gone object goes when
 * its last slice has ended.
 */
abstract class SliceLifetimes extends BindingIndex {
    long created;
    long collected;
    /** Whether some slice is alive: created and collected differ. Written with the lock held. */
    volatile boolean someAlive;
    /** Keys of objects that are gone and have no slice: the first, through their `nextEmptied`, as a list may find no memory. */
    private Key emptied;
    Finding findings;
    /** Whose event is being taken, where slices keep their events. */
    int thread;

    SliceLifetimes(PropertyDefinition definition, Automaton automaton) {
        super(definition, automaton);
    }

    void startMonitor(BindingRecord record) {
        record.formed = true;
        record.state = automaton.initial;
        created++;
        if (!someAlive) {
            someAlive = true;
        }
        for (int position = 0; position < parameterCount; position++) {
            if ((record.mask >>> position & 1) != 0) {
                record.key(position).live++;
            }
        }
    }

    /** The slice takes a transition: its handlers are noted, its state changes. */
    void enter(BindingRecord record, int event, int cell, int site) {
        noteTransition(record, event, cell, site);
        change(record, cell);
    }

    /** What there may be no memory for: then nothing has happened, but for handlers that are noted and not noted twice. */
    final void noteTransition(BindingRecord record, int event, int cell, int site) {
        remember(record, event, site);
        int action = cell & Automaton.ACTION_MASK;
        if (action != 0) {
            int[] handlers = automaton.actions[action];
            try {
                for (int handler : handlers) {
                    note(record, handler, site);
                }
            } catch (Throwable error) {
                forgetLast(record);
                throw error;
            }
        }
    }

    final void change(BindingRecord record, int cell) {
        record.state = cell >>> Automaton.ACTION_BITS;
        retireUnlessAlive(record);
    }

    /** Of an event that is taken, where what leads to a violation is asked for. */
    void remember(BindingRecord record, int event, int site) {
        int kept = Units.SETTINGS.history;
        if (kept > 0) {
            if (record.history == null) {
                record.history = new SliceHistory(kept);
            }
            record.history.add(event, site, thread);
        }
    }

    /** Of an event that could not be taken. */
    void forgetLast(BindingRecord record) {
        if (Units.SETTINGS.history > 0) {
            record.history.removeLast();
        }
    }

    /** The steps that the report has; null: nobody has asked for them. */
    static int[] historyOf(BindingRecord record) {
        int kept = Units.SETTINGS.history;
        return kept > 0 && record.history != null ? record.history.last(kept) : null;
    }

    void note(BindingRecord record, int handler, int site) {
        int key = siteKey(site, handler);
        if (definition.handlers[handler].reports && !record.hasReportedAt(key)) {
            Finding finding = new Finding(handler, site, null, historyOf(record), findings);
            record.firstAt(key);
            findings = finding;
        }
    }

    void retireUnlessAlive(BindingRecord record) {
        int gone = 0;
        for (int position = 0; position < parameterCount; position++) {
            if ((record.mask >>> position & 1) != 0 && record.key(position).gone) {
                gone |= 1 << position;
            }
        }
        if (!automaton.alive(record.state, gone)) {
            record.state = -1;
            record.body = null;
            record.history = null;
            collected++;
            if (collected == created) {
                someAlive = false;
            }
            for (int position = 0; position < parameterCount; position++) {
                if ((record.mask >>> position & 1) != 0) {
                    Key key = record.key(position);
                    if (--key.live == 0 && key.gone) {
                        empty(key);
                    }
                }
            }
        }
    }

    /**
     * The object of this key was collected. Slices that can no longer report without its events go; what is
     * known about its other bindings goes too, once no slice is left that a join could extend.
     */
    @Override
    void objectGone(Key key) {
        key.gone = true;
        for (RecordList list = key.lists; list != null; list = list.next) {
            for (int i = 0; i < list.size; i++) {
                BindingRecord record = list.get(i);
                if (record.state >= 0) {
                    retireUnlessAlive(record);
                }
            }
        }
        if (key.live == 0) {
            empty(key);
        }
    }

    private void empty(Key key) {
        if (!key.isEmptied) {
            key.isEmptied = true;
            key.nextEmptied = emptied;
            emptied = key;
        }
    }

    void dropEmptied() {
        while (emptied != null) {
            Key key = emptied;
            emptied = key.nextEmptied;
            key.nextEmptied = null;
            key.isEmptied = false;
            RecordList first = key.lists;
            key.lists = null;
            for (RecordList list = first; list != null; list = list.next) {
                for (int i = 0; i < list.size; i++) {
                    if (!list.get(i).dropped) {
                        drop(list.get(i));
                    }
                }
            }
        }
    }

    @Override
    void clean() {
        synchronized (lock) {
            keys.sweepAll();
            dropEmptied();
        }
    }

    @Override
    long created() {
        synchronized (lock) {
            return created;
        }
    }

    @Override
    long collected() {
        synchronized (lock) {
            return collected;
        }
    }
}
