/** Sockets and connections. Each text is a `.mop` file of its own. */
export const networkProperties: Readonly<Record<string, string>> = {
  Socket_InputStreamUnavailable: `
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The input stream of a socket is there only while the socket is connected and open.
 *
 * @severity error
 * @precision high
 * @consequence getInputStream() throws SocketException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/Socket.html#getInputStream()
 * @group net
 * @wrong
 *   Socket socket = new Socket(); InputStream in = socket.getInputStream();
 * @right
 *   Socket socket = new Socket(); socket.connect(address); InputStream in = socket.getInputStream();
 */
Socket_InputStreamUnavailable(Socket s) {
  creation event unconnected after() returning(Socket s) :
    call(Socket.new()) || call(Socket.new(java.net.Proxy)) { }
  creation event connected after() returning(Socket s) :
    call(Socket+.new(String, int, ..)) || call(Socket+.new(java.net.InetAddress, int, ..)) { }
  event connect after(Socket s) returning : call(* Socket+.connect(..)) && target(s) { }
  event connect after(Socket s) returning : call(* ServerSocket+.implAccept(Socket)) && args(s) { }
  event close after(Socket s) returning : (call(* Socket+.close()) || call(* Socket+.shutdownInput())) && target(s) { }
  event get before(Socket s) : call(* Socket+.getInputStream()) && target(s) { }

  fsm :
    unseen [ unconnected -> waiting connected -> ready ]
    waiting [ unconnected -> waiting connected -> ready connect -> ready close -> closed get -> early ]
    ready [ unconnected -> ready connected -> ready connect -> ready close -> closed get -> ready ]
    closed [ unconnected -> closed connected -> closed connect -> closed close -> closed get -> late ]
    early [ unconnected -> waiting connected -> ready connect -> ready close -> closed get -> early ]
    late [ unconnected -> closed connected -> closed connect -> closed close -> closed get -> late ]
    alias match = early, late

  @match { System.err.println("getInputStream() was called on a socket that is not connected, or closed"); }
}`,

  Socket_OutputStreamUnavailable: `
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The output stream of a socket is there only while the socket is connected and open.
 *
 * @severity error
 * @precision high
 * @consequence getOutputStream() throws SocketException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/Socket.html#getOutputStream()
 * @group net
 * @wrong
 *   Socket socket = new Socket(); OutputStream out = socket.getOutputStream();
 * @right
 *   Socket socket = new Socket(); socket.connect(address); OutputStream out = socket.getOutputStream();
 */
Socket_OutputStreamUnavailable(Socket s) {
  creation event unconnected after() returning(Socket s) :
    call(Socket.new()) || call(Socket.new(java.net.Proxy)) { }
  creation event connected after() returning(Socket s) :
    call(Socket+.new(String, int, ..)) || call(Socket+.new(java.net.InetAddress, int, ..)) { }
  event connect after(Socket s) returning : call(* Socket+.connect(..)) && target(s) { }
  event connect after(Socket s) returning : call(* ServerSocket+.implAccept(Socket)) && args(s) { }
  event close after(Socket s) returning :
    (call(* Socket+.close()) || call(* Socket+.shutdownOutput())) && target(s) { }
  event get before(Socket s) : call(* Socket+.getOutputStream()) && target(s) { }

  fsm :
    unseen [ unconnected -> waiting connected -> ready ]
    waiting [ unconnected -> waiting connected -> ready connect -> ready close -> closed get -> early ]
    ready [ unconnected -> ready connected -> ready connect -> ready close -> closed get -> ready ]
    closed [ unconnected -> closed connected -> closed connect -> closed close -> closed get -> late ]
    early [ unconnected -> waiting connected -> ready connect -> ready close -> closed get -> early ]
    late [ unconnected -> closed connected -> closed connect -> closed close -> closed get -> late ]
    alias match = early, late

  @match { System.err.println("getOutputStream() was called on a socket that is not connected, or closed"); }
}`,

  Socket_ReuseSocket: `
import java.net.Socket;

/**
 * A socket that was closed cannot be bound or connected again.
 *
 * @severity error
 * @precision high
 * @consequence The call throws SocketException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/Socket.html#close()
 * @group net
 * @wrong
 *   socket.close(); socket.connect(address);
 * @right
 *   socket.close(); socket = new Socket(); socket.connect(address);
 */
Socket_ReuseSocket(Socket s) {
  creation event close after(Socket s) returning : call(* Socket+.close()) && target(s) { }
  event use before(Socket s) : (call(* Socket+.bind(..)) || call(* Socket+.connect(..))) && target(s) { }

  ere : close (close | use)* use

  @match { System.err.println("the socket was bound or connected after it was closed"); }
}`,

  Socket_CloseInput: `
import java.io.InputStream;
import java.net.Socket;

/**
 * The input stream of a socket must not be used after the socket was closed.
 *
 * @severity error
 * @precision high
 * @consequence Reading throws SocketException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/Socket.html#close()
 * @group net
 * @wrong
 *   InputStream in = socket.getInputStream(); socket.close(); in.read();
 * @right
 *   InputStream in = socket.getInputStream(); in.read(); socket.close();
 */
Socket_CloseInput(Socket s, InputStream i) {
  creation event getinput after(Socket s) returning(InputStream i) : call(* Socket+.getInputStream()) && target(s) { }
  event close after(Socket s) returning : call(* Socket+.close()) && target(s) { }
  event use before(InputStream i) :
    (call(* InputStream+.read*(..)) || call(* InputStream+.available()) || call(* InputStream+.skip*(..))
      || call(* InputStream+.transferTo(..))) && target(i) { }

  ere : getinput (getinput | use)* close (close | use)* use

  @match { System.err.println("the input stream of a socket was used after the socket was closed"); }
}`,

  Socket_CloseOutput: `
import java.io.OutputStream;
import java.net.Socket;

/**
 * The output stream of a socket must not be written to after the socket was closed.
 *
 * @severity error
 * @precision high
 * @consequence Writing throws SocketException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/Socket.html#close()
 * @group net
 * @wrong
 *   OutputStream out = socket.getOutputStream(); socket.close(); out.write(1);
 * @right
 *   OutputStream out = socket.getOutputStream(); out.write(1); socket.close();
 */
Socket_CloseOutput(Socket s, OutputStream o) {
  creation event getoutput after(Socket s) returning(OutputStream o) :
    call(* Socket+.getOutputStream()) && target(s) { }
  event close after(Socket s) returning :
    (call(* Socket+.close()) || call(* Socket+.shutdownOutput())) && target(s) { }
  event use before(OutputStream o) : call(* OutputStream+.write(..)) && target(o) { }

  ere : getoutput (getoutput | use)* close (close | use)* use

  @match { System.err.println("the output stream of a socket was written to after the socket was closed"); }
}`,

  Socket_ReuseAddress: `
import java.net.Socket;
import java.net.InetAddress;

/**
 * setReuseAddress() of a socket must come before the socket is bound.
 *
 * @severity warning
 * @precision high
 * @consequence The effect is undefined.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/Socket.html#setReuseAddress(boolean)
 * @group net
 * @wrong
 *   socket.bind(address); socket.setReuseAddress(true);
 * @right
 *   socket.setReuseAddress(true); socket.bind(address);
 */
Socket_ReuseAddress(Socket s) {
  creation event bind after(Socket s) returning :
    (call(* Socket+.bind(..)) || call(* Socket+.connect(..))) && target(s) { }
  // A subclass may keep the address to itself until later.
  creation event create after() returning(Socket s) :
    (call(Socket+.new(String, int, ..)) || call(Socket+.new(InetAddress, int, ..))) && condition(s.isBound()) { }
  event set before(Socket s) : call(* Socket+.setReuseAddress(..)) && target(s) { }

  ere : (bind | create) (bind | create | set)* set

  @match { System.err.println("setReuseAddress() was called after the socket was bound"); }
}`,

  ServerSocket_ReuseAddress: `
import java.net.ServerSocket;

/**
 * setReuseAddress() of a server socket must come before the socket is bound.
 *
 * @severity warning
 * @precision high
 * @consequence The effect is undefined. The constructors that take a port bind the socket.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/ServerSocket.html#setReuseAddress(boolean)
 * @group net
 * @wrong
 *   ServerSocket server = new ServerSocket(8080); server.setReuseAddress(true);
 * @right
 *   ServerSocket server = new ServerSocket(); server.setReuseAddress(true); server.bind(address);
 */
ServerSocket_ReuseAddress(ServerSocket s) {
  creation event bind after(ServerSocket s) returning : call(* ServerSocket+.bind(..)) && target(s) { }
  // A subclass may keep the port to itself until later.
  creation event create after() returning(ServerSocket s) : call(ServerSocket+.new(int, ..)) && condition(s.isBound()) { }
  event set before(ServerSocket s) : call(* ServerSocket+.setReuseAddress(..)) && target(s) { }

  ere : (bind | create) (bind | create | set)* set

  @match { System.err.println("setReuseAddress() was called after the server socket was bound"); }
}`,

  ServerSocket_AcceptAfterClose: `
import java.net.ServerSocket;

/**
 * accept() must not be called on a server socket that was closed.
 *
 * @severity error
 * @precision medium
 * @consequence accept() throws SocketException. A server that is stopped by closing its socket may be reported
 *   when it asks once more.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/ServerSocket.html#close()
 * @group net
 * @wrong
 *   server.close(); Socket client = server.accept();
 * @right
 *   if (!server.isClosed()) client = server.accept();
 */
ServerSocket_AcceptAfterClose(ServerSocket s) {
  creation event close after(ServerSocket s) returning : call(* ServerSocket+.close()) && target(s) { }
  event accept before(ServerSocket s) : call(* ServerSocket+.accept()) && target(s) { }

  ere : close (close | accept)* accept

  @match { System.err.println("accept() was called after the server socket was closed"); }
}`,

  DatagramSocket_ManipulateAfterClose: `
import java.net.DatagramSocket;
import java.net.MulticastSocket;

/**
 * A datagram socket must not be used after it was closed.
 *
 * @severity error
 * @precision high
 * @consequence The call throws SocketException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/DatagramSocket.html#close()
 * @group net
 * @wrong
 *   socket.close(); socket.send(packet);
 * @right
 *   socket.send(packet); socket.close();
 */
DatagramSocket_ManipulateAfterClose(DatagramSocket s) {
  creation event close after(DatagramSocket s) returning : call(* DatagramSocket+.close()) && target(s) { }
  event use before(DatagramSocket s) :
    (call(* DatagramSocket+.send(..)) || call(* DatagramSocket+.receive(..)) || call(* DatagramSocket+.bind(..))
      || call(* DatagramSocket+.setSoTimeout(..)) || call(* DatagramSocket+.getSoTimeout())
      || call(* DatagramSocket+.set*BufferSize(..)) || call(* DatagramSocket+.setBroadcast(..))
      || call(* DatagramSocket+.setReuseAddress(..)) || call(* DatagramSocket+.setTrafficClass(..))
      || call(* DatagramSocket+.setOption(..)) || call(* MulticastSocket+.setTimeToLive(..))
      || call(* MulticastSocket+.setInterface(..)) || call(* MulticastSocket+.setNetworkInterface(..))
      || call(* DatagramSocket+.get*BufferSize()) || call(* DatagramSocket+.getBroadcast())
      || call(* DatagramSocket+.getReuseAddress()) || call(* DatagramSocket+.getTrafficClass())
      || call(* DatagramSocket+.getOption(..)) || call(* DatagramSocket+.joinGroup(..))
      || call(* DatagramSocket+.leaveGroup(..))) && target(s) { }

  ere : close (close | use)* use

  @match { System.err.println("the datagram socket was used after it was closed"); }
}`,

  URLConnection_SetBeforeConnect: `
import java.net.HttpURLConnection;
import java.net.JarURLConnection;
import java.net.URLConnection;

/**
 * The settings of a connection must be made before it is connected.
 *
 * @severity error
 * @precision high
 * @consequence The setter throws IllegalStateException. Time limits may be set at any time and are left out.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/URLConnection.html#connect()
 * @group net
 * @wrong
 *   connection.connect(); connection.setDoOutput(true);
 * @right
 *   connection.setDoOutput(true); connection.connect();
 */
URLConnection_SetBeforeConnect(URLConnection c) {
  creation event connect after(URLConnection c) returning :
    (call(* URLConnection+.connect()) || call(* URLConnection+.getContent*(..)) || call(* URLConnection+.getDate())
      || call(* URLConnection+.getExpiration()) || call(* URLConnection+.getHeaderField*(..))
      || call(* URLConnection+.getInputStream()) || call(* URLConnection+.getLastModified())
      || call(* URLConnection+.getOutputStream()) || call(* HttpURLConnection+.getResponse*())
      || call(* JarURLConnection+.getJarFile()) || call(* JarURLConnection+.getJarEntry())
      || call(* JarURLConnection+.getManifest())) && target(c) { }
  event set before(URLConnection c) :
    (call(* URLConnection+.setDo*put(..)) || call(* URLConnection+.setAllowUserInteraction(..))
      || call(* URLConnection+.setUseCaches(..)) || call(* URLConnection+.setIfModifiedSince(..))
      || call(* URLConnection+.setRequestProperty(..)) || call(* URLConnection+.addRequestProperty(..)))
      && target(c) { }

  ere : connect (connect | set)* set

  @match { System.err.println("a setting was made after the connection was connected"); }
}`,

  HttpURLConnection_SetBeforeConnect: `
import java.net.HttpURLConnection;
import java.net.URLConnection;

/**
 * The request method and the streaming mode of an HTTP connection must be set before it is connected.
 *
 * @severity error
 * @precision high
 * @consequence The setter throws ProtocolException or IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/HttpURLConnection.html
 * @group net
 * @wrong
 *   int code = http.getResponseCode(); http.setRequestMethod("POST");
 * @right
 *   http.setRequestMethod("POST"); int code = http.getResponseCode();
 */
HttpURLConnection_SetBeforeConnect(HttpURLConnection c) {
  creation event connect after(HttpURLConnection c) returning :
    (call(* URLConnection+.connect()) || call(* URLConnection+.getContent*(..)) || call(* URLConnection+.getDate())
      || call(* URLConnection+.getExpiration()) || call(* URLConnection+.getHeaderField*(..))
      || call(* URLConnection+.getInputStream())
      || call(* URLConnection+.getLastModified()) || call(* URLConnection+.getOutputStream())
      || call(* HttpURLConnection+.getResponse*())) && target(c) { }
  event set before(HttpURLConnection c) :
    (call(* HttpURLConnection+.setRequestMethod(..)) || call(* HttpURLConnection+.setFixedLengthStreamingMode(..))
      || call(* HttpURLConnection+.setChunkedStreamingMode(..)) || call(* HttpURLConnection+.setAuthenticator(..))) && target(c) { }

  ere : connect (connect | set)* set

  @match { System.err.println("the request was changed after the connection was connected"); }
}`,

  URLConnection_Connect: `
import java.net.HttpURLConnection;
import java.net.URLConnection;

/**
 * connect() of a connection that is connected does nothing.
 *
 * @severity suggestion
 * @precision low
 * @consequence None: the call is ignored. Who expects a second request does not get one.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/URLConnection.html#connect()
 * @group net
 * @wrong
 *   connection.connect(); retry(() -> connection.connect());
 * @right
 *   retry(() -> url.openConnection().connect());
 */
URLConnection_Connect(URLConnection c) {
  creation event implicit after(URLConnection c) returning :
    (call(* URLConnection+.getContent*(..)) || call(* URLConnection+.getDate())
      || call(* URLConnection+.getExpiration()) || call(* URLConnection+.getHeaderField*(..))
      || call(* URLConnection+.getInputStream()) || call(* URLConnection+.getLastModified())
      || call(* URLConnection+.getOutputStream()) || call(* HttpURLConnection+.getResponse*())) && target(c) { }
  creation event explicit after(URLConnection c) returning : call(* URLConnection+.connect()) && target(c) { }

  ere : (implicit | explicit) (implicit | explicit)* explicit

  @match { System.err.println("connect() was called on a connection that is connected"); }
}`,

  URL_SetURLStreamHandlerFactory: `
import java.net.URL;
import java.net.URLStreamHandlerFactory;

/**
 * The factory of URL stream handlers can be set only once in a program.
 *
 * @severity error
 * @precision high
 * @consequence Each call after the one that has set a factory throws an Error.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/net/URL.html#setURLStreamHandlerFactory(java.net.URLStreamHandlerFactory)
 * @group net
 * @wrong
 *   URL.setURLStreamHandlerFactory(first); URL.setURLStreamHandlerFactory(second);
 * @right
 *   URL.setURLStreamHandlerFactory(new Combined(first, second));
 */
URL_SetURLStreamHandlerFactory() {
  event set before(URLStreamHandlerFactory f) :
    call(* URL.setURLStreamHandlerFactory(..)) && args(f) && condition(f != null) { }
  // As long as there is no factory, null sets none, and drops the handlers that were made: Spring Boot's loader does so.
  event reset before(URLStreamHandlerFactory f) :
    call(* URL.setURLStreamHandlerFactory(..)) && args(f) && condition(f == null) { }

  ere : reset* set (set | reset)+

  @match { System.err.println("the factory of URL stream handlers was set again"); }
}`,
};
