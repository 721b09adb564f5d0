import jakarta.servlet.Filter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/** A Jetty server with a session, a filter and two servlets, and a client that asks it 600 times, one request at a time. */
public class ServePages {
    public static class Notes extends HttpServlet {
        @Override
        @SuppressWarnings("unchecked")
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            List<String> notes = (List<String>) request.getSession(true).getAttribute("notes");
            if (notes == null) {
                notes = new ArrayList<>();
                request.getSession().setAttribute("notes", notes);
            }
            if (request.getMethod().equals("POST")) {
                notes.add(request.getParameter("text"));
            } else if (request.getMethod().equals("DELETE")) {
                notes.removeIf(note -> note.endsWith(request.getParameter("end")));
            }
            for (String note : notes) {
                response.getWriter().println(note);
            }
            if (notes.size() > 40) {
                throw new IllegalStateException("too many");
            }
        }
    }

    public static class Head extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            for (String name : Collections.list(request.getHeaderNames())) {
                if (name.startsWith("X-")) {
                    response.getWriter().println(name + " " + Collections.list(request.getHeaders(name)));
                }
            }
            if (request.getParameter("go") != null) {
                response.sendRedirect("/notes");
            }
        }
    }

    public static class Count implements Filter {
        private int seen;

        @Override
        public synchronized void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
            ((HttpServletResponse) response).setIntHeader("X-Seen", ++seen);
            chain.doFilter(request, response);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
        context.addServlet(new ServletHolder(new Notes()), "/notes/*");
        context.addServlet(new ServletHolder(new Head()), "/head");
        context.addFilter(new FilterHolder(new Count()), "/*", EnumSet.of(DispatcherType.REQUEST));
        server.setHandler(context);
        server.start();
        String root = "http://127.0.0.1:" + connector.getLocalPort();
        HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL).build();
        for (int number = 0; number < 600; number++) {
            HttpRequest.Builder request = HttpRequest.newBuilder();
            switch (number % 6) {
                case 0 -> request.uri(URI.create(root + "/head" + (number % 12 == 0 ? "?go=1" : ""))).header("X-A", "a" + number).header("X-B", "b").header("X-B", "c");
                case 1 -> request.uri(URI.create(root + "/notes?end=" + number % 10)).DELETE();
                case 2 -> request.uri(URI.create(root + "/none"));
                default -> request.uri(URI.create(root + "/notes/x?text=n" + number)).POST(HttpRequest.BodyPublishers.noBody());
            }
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (number % 20 < 6) {
                System.out.println(number + ": " + answer.statusCode() + " " + answer.headers().firstValue("X-Seen").orElse("-"));
                System.out.println(answer.statusCode() == 200 ? answer.body() : "");
            }
        }
        server.stop();
        System.exit(0);
    }
}
