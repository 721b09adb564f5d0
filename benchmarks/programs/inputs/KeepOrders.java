import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Keeps customers, orders and tags in an H2 database with Hibernate: lists, sets and maps of its own, lazy and not. */
public class KeepOrders {
    @Entity(name = "Customer")
    public static class Customer {
        @Id @GeneratedValue Long id;
        String name;
        @OneToMany(mappedBy = "customer", cascade = CascadeType.ALL, orphanRemoval = true) @OrderBy("amount") List<Purchase> orders = new ArrayList<>();
        @ElementCollection(fetch = FetchType.LAZY) Map<String, String> notes = new HashMap<>();
    }

    @Entity(name = "Purchase")
    @Table(name = "purchases")
    public static class Purchase {
        @Id @GeneratedValue Long id;
        int amount;
        @ManyToOne(fetch = FetchType.LAZY) Customer customer;
        @ManyToMany Set<Tag> tags = new HashSet<>();
    }

    @Entity(name = "Tag")
    public static class Tag {
        @Id String name;
        @ManyToMany(mappedBy = "tags") Set<Purchase> orders = new HashSet<>();
    }

    public static void main(String[] arguments) {
        java.util.logging.LogManager.getLogManager().reset();
        Configuration configuration = new Configuration().addAnnotatedClass(Customer.class).addAnnotatedClass(Purchase.class).addAnnotatedClass(Tag.class)
            .setProperty("hibernate.connection.url", "jdbc:h2:mem:orders").setProperty("hibernate.hbm2ddl.auto", "create-drop");
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            factory.inTransaction(KeepOrders::fill);
            factory.inTransaction(KeepOrders::change);
            factory.inTransaction(KeepOrders::print);
        }
    }

    private static void fill(Session session) {
        List<Tag> tags = new ArrayList<>();
        for (int at = 0; at < 6; at++) {
            Tag tag = new Tag();
            tag.name = "t" + at;
            session.persist(tag);
            tags.add(tag);
        }
        for (int at = 0; at < 30; at++) {
            Customer customer = new Customer();
            customer.name = "c" + at;
            customer.notes.put("a", "note " + at);
            customer.notes.put("b", "other");
            for (int order = 0; order < 8; order++) {
                Purchase purchase = new Purchase();
                purchase.amount = (at * 31 + order * 17) % 50;
                purchase.customer = customer;
                purchase.tags.add(tags.get((at + order) % 6));
                purchase.tags.add(tags.get(order % 6));
                customer.orders.add(purchase);
            }
            session.persist(customer);
        }
    }

    private static void change(Session session) {
        for (Customer customer : session.createQuery("from Customer c where c.name like 'c1%' order by c.name", Customer.class).list()) {
            for (Iterator<Purchase> orders = customer.orders.iterator(); orders.hasNext();) {
                if (orders.next().amount % 3 == 0) {
                    orders.remove();
                }
            }
            customer.notes.remove("b");
            customer.notes.entrySet().forEach(entry -> entry.setValue(entry.getValue() + "!"));
            customer.orders.forEach(order -> order.tags.removeIf(tag -> tag.name.equals("t3")));
        }
    }

    private static void print(Session session) {
        for (Customer customer : session.createQuery("select distinct c from Customer c left join fetch c.orders order by c.name", Customer.class).list()) {
            StringBuilder line = new StringBuilder(customer.name).append(' ').append(customer.notes.get("a")).append(' ').append(customer.notes.size()).append(':');
            for (Purchase order : customer.orders) {
                Set<String> names = new TreeSet<>();
                order.tags.forEach(tag -> names.add(tag.name));
                line.append(' ').append(order.amount).append(names);
            }
            System.out.println(line);
        }
        session.createQuery("select t.name, count(o), sum(o.amount) from Tag t join t.orders o group by t.name order by t.name", Object[].class)
            .getResultStream().forEach(row -> System.out.println(java.util.Arrays.toString(row)));
    }
}
