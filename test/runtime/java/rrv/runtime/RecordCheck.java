package rrv.runtime;

import java.util.Random;

/**
 * A record table in which a search passes a record that differs from the wanted one in one thing only: its domain or one key. The hashes of
 * the two agree in all bits but the lowest, which are all that a slot does not keep, so only the comparison can tell them apart.
 */
public final class RecordCheck {
    private static final int LOW_BITS = 7;
    /** Inverse of BindingRecord's factor modulo 2^32. */
    private static final int INVERSE = inverse(0x85EBCA6B);

    private RecordCheck() {
    }

    public static void main(String[] args) {
        int checked = 0;
        Random random = new Random(1);
        // 0 to 3: a key; 4: the domain.
        for (int different = 0; different <= 4; different++) {
            for (int round = 0; round < 1000; round++) {
                int mask = random.nextInt();
                Key[] keys = {key(random.nextInt()), key(random.nextInt()), key(random.nextInt()), key(random.nextInt())};
                int hash = BindingRecord.hash(mask, keys[0], keys[1], keys[2], keys[3]);
                if ((hash & LOW_BITS) == 0) {
                    continue;
                }
                // Its search begins one slot before the record's, where a record of another hash stands.
                int wanted = hash - 1;
                Key[] others = keys.clone();
                int otherMask = mask;
                if (different < 4) {
                    others[different] = key(idFor(wanted, mask, keys, different));
                } else {
                    otherMask = startFor(wanted, keys, -1);
                }
                Key filling = key(0);
                while ((BindingRecord.hash(mask, filling, keys[1], keys[2], keys[3]) & LOW_BITS) != (wanted & LOW_BITS)
                        || BindingRecord.hash(mask, filling, keys[1], keys[2], keys[3]) >>> 3 == hash >>> 3) {
                    filling = key(random.nextInt());
                }
                RecordTable table = new RecordTable();
                table.add(new BindingRecord(mask, filling, keys[1], keys[2], keys[3]));
                BindingRecord record = new BindingRecord(mask, keys[0], keys[1], keys[2], keys[3]);
                table.add(record);
                BindingRecord other = new BindingRecord(otherMask, others[0], others[1], others[2], others[3]);
                if (other.hash != wanted || record.hash != hash) {
                    throw new AssertionError("the hashes are computed otherwise than this test thinks");
                }
                check(table.find(otherMask, others[0], others[1], others[2], others[3]), null, different);
                table.add(other);
                check(table.find(otherMask, others[0], others[1], others[2], others[3]), other, different);
                check(table.find(mask, keys[0], keys[1], keys[2], keys[3]), record, different);
                checked++;
            }
        }
        System.out.println("checked=" + checked);
    }

    private static void check(BindingRecord found, BindingRecord expected, int different) {
        if (found != expected) {
            System.out.println("found the wrong record: " + (different == 4 ? "domain" : "key " + different));
            System.exit(3);
        }
    }

    private static Key key(int id) {
        return new Key(INVERSE, id, null);
    }

    /** The id of the key at this position with which the record has the hash. */
    private static int idFor(int hash, int mask, Key[] keys, int position) {
        int before = mask;
        for (int index = 0; index < position; index++) {
            before = mix(before, keys[index].id);
        }
        return unmix(startFor(hash, keys, position)) ^ before;
    }

    /** What stands after this position (-1: before the first) when the hash comes out in the end. */
    private static int startFor(int hash, Key[] keys, int position) {
        for (int index = 3; index > position; index--) {
            hash = unmix(hash) ^ keys[index].id;
        }
        return hash;
    }

    private static int mix(int hash, int id) {
        int mixed = (hash ^ id) * 0x85EBCA6B;
        return mixed ^ mixed >>> 15;
    }

    private static int unmix(int mixed) {
        return (mixed ^ mixed >>> 15 ^ mixed >>> 30) * INVERSE;
    }

    /** Newton's iteration: each step doubles the number of right bits. */
    private static int inverse(int odd) {
        int inverse = odd;
        for (int step = 0; step < 5; step++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
