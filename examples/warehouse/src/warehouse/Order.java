package warehouse;

import java.util.ArrayList;
import java.util.List;

/** An order: a customer and the articles wanted, in the order of wishing. */
final class Order {
    final String customer;
    final List<String> articles = new ArrayList<>();

    Order(String line) {
        String[] fields = line.split(":");
        customer = fields[0].trim();
        for (String article : fields[1].split(",")) articles.add(article.trim());
    }
}
