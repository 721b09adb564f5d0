package library;

import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

final class Statement_ReexecuteWhileReading {
    /** Stands for a driver: its answers are zero, false and nothing. */
    @SuppressWarnings("unchecked")
    static <T> T driver(Class<T> type) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
            Class<?> result = method.getReturnType();
            if (result == ResultSet.class) return driver(ResultSet.class);
            if (result == boolean.class) return false;
            return result == int.class ? 0 : null;
        });
    }

    static final class Violates {
        public static void main(String[] arguments) throws SQLException {
            Statement statement = driver(Statement.class);
            ResultSet rows = statement.executeQuery("select 1");
            statement.executeUpdate("delete");
            System.out.println(rows.next()); // Statement_ReexecuteWhileReading: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws SQLException {
            Statement statement = driver(Statement.class);
            ResultSet rows = statement.executeQuery("select 1");
            System.out.println(rows.next());
            driver(Statement.class).executeUpdate("delete");
            System.out.println(rows.getInt(1));
            statement.executeUpdate("delete");
        }
    }
}
