package warehouse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small order processor: delivers, serves orders, balances the stock. It prints the right numbers and
 * throws nothing; what is wrong in it shows only to a monitor.
 */
public final class Warehouse {
    private static final String[] LINES = {
        "ada: bolt, nut, gear", "bob: nut, nut, nut", "cyd: gear", "dan: belt, bolt, bolt", "eve: gear, nut",
    };

    public static void main(String[] arguments) {
        Stock stock = new Stock();
        for (String article : List.of("bolt", "nut", "gear", "belt")) stock.deliver(article, 4);

        List<Order> orders = new ArrayList<>();
        for (String line : LINES) orders.add(new Order(line));

        Map<String, List<String>> missing = new LinkedHashMap<>();
        for (Order order : orders) {
            for (String article : order.articles) {
                if (!stock.take(article)) missing.computeIfAbsent(order.customer, customer -> new ArrayList<>()).add(article);
            }
        }
        System.out.println("left:    " + stock.inventory() + " (" + stock.total() + " pieces)");

        Map<String, String> substitutes = new HashMap<>();
        substitutes.put("nut", "bolt");
        substitutes.put("gear", "belt");
        stock.balance(substitutes);
        System.out.println("balance: " + stock.inventory() + " (" + stock.total() + " pieces)");

        Iterator<Map.Entry<String, List<String>>> entries = missing.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, List<String>> entry = entries.next();
            System.out.println("missing: " + entry.getKey() + " waits for " + entry.getValue());
        }
        System.out.println("offer:   " + Stock.cheapest(List.of("seven for nine", "two for one", "one for two euros")));
    }
}
