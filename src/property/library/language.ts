/** Text, exceptions, cryptography, databases. Each text is a `.mop` file of its own. */
export const languageProperties: Readonly<Record<string, string>> = {
  StringTokenizer_HasMoreElements: `
import java.util.StringTokenizer;

/**
 * Ask hasMoreTokens() before each nextToken().
 *
 * @severity warning
 * @precision low
 * @consequence nextToken() throws NoSuchElementException at the end of the text.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/StringTokenizer.html#nextToken()
 * @group text
 * @wrong
 *   String name = tokens.nextToken(); String value = tokens.nextToken();
 * @right
 *   String value = tokens.hasMoreTokens() ? tokens.nextToken() : "";
 */
StringTokenizer_HasMoreElements(StringTokenizer s) {
  event hasnexttrue after(StringTokenizer s) returning(boolean b) :
    (call(* StringTokenizer+.hasMoreTokens()) || call(* StringTokenizer+.hasMoreElements())) && target(s)
      && condition(b) { }
  event hasnextfalse after(StringTokenizer s) returning(boolean b) :
    (call(* StringTokenizer+.hasMoreTokens()) || call(* StringTokenizer+.hasMoreElements())) && target(s)
      && condition(!b) { }
  event next before(StringTokenizer s) :
    (call(* StringTokenizer+.nextToken(..)) || call(* StringTokenizer+.nextElement())) && target(s) { }

  fsm :
    unknown [ hasnexttrue -> some hasnextfalse -> unknown next -> unasked ]
    some [ hasnexttrue -> some hasnextfalse -> unknown next -> unknown ]
    unasked [ hasnexttrue -> some hasnextfalse -> unknown next -> unasked ]

  @unasked { System.err.println("nextToken() was called without asking whether there is one"); }
}`,

  Matcher_GroupBeforeMatch: `
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * group(), start() and end() of a matcher need a match.
 *
 * @severity error
 * @precision high
 * @consequence The call throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/regex/Matcher.html#group()
 * @group text
 * @wrong
 *   Matcher m = pattern.matcher(text); m.find(); String word = m.group(1);
 * @right
 *   Matcher m = pattern.matcher(text); if (m.find()) word = m.group(1);
 */
Matcher_GroupBeforeMatch(Matcher m) {
  creation event create after() returning(Matcher m) : call(* Pattern.matcher(..)) { }
  event matched after(Matcher m) returning(boolean b) :
    (call(* Matcher.find(..)) || call(* Matcher.matches()) || call(* Matcher.lookingAt())) && target(m)
      && condition(b) { }
  // What it found, if anything, stays.
  event matched after(Matcher m) returning :
    (call(* Matcher.replaceFirst(..)) || call(* Matcher.results())) && target(m) { }
  // The function is asked for each match, and may ask the matcher.
  event matched before(Matcher m) : call(* Matcher.replace*(Function)) && target(m) { }
  event unmatched after(Matcher m) returning(boolean b) :
    (call(* Matcher.find(..)) || call(* Matcher.matches()) || call(* Matcher.lookingAt())) && target(m)
      && condition(!b) { }
  event reset after(Matcher m) returning :
    (call(* Matcher.reset(..)) || call(* Matcher.usePattern(..)) || call(* Matcher.replaceAll(..))
      || call(* Matcher.region(..))) && target(m) { }
  event group before(Matcher m) :
    (call(* Matcher.group(..)) || call(* Matcher.start(..)) || call(* Matcher.end(..))
      || call(* Matcher.appendReplacement(..))) && target(m) { }

  fsm :
    unmatchedyet [ create -> unmatchedyet matched -> found unmatched -> unmatchedyet reset -> unmatchedyet
      group -> nomatch ]
    found [ create -> found matched -> found unmatched -> unmatchedyet reset -> unmatchedyet group -> found ]
    nomatch [ create -> nomatch matched -> found unmatched -> unmatchedyet reset -> unmatchedyet group -> nomatch ]

  @nomatch { System.err.println("the matcher was asked for a group without a match"); }
}`,

  Throwable_InitCauseOnce: `
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ClassNotFoundException;
import java.lang.ExceptionInInitializerError;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.rmi.RemoteException;
import java.security.PrivilegedActionException;
import java.security.cert.CertPathValidatorException;
import java.sql.SQLException;
import javax.management.remote.JMXProviderException;
import javax.xml.crypto.KeySelectorException;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.NoSuchMechanismException;
import javax.xml.crypto.URIReferenceException;
import javax.xml.crypto.dsig.TransformException;
import javax.xml.crypto.dsig.XMLSignatureException;

/**
 * The cause of an exception can be set once, by a constructor or by initCause().
 *
 * @severity error
 * @precision high
 * @consequence initCause() throws IllegalStateException. Of an exception of the program that takes a Throwable and is not
 *   given it as its cause, the first initCause() is right, and reported all the same.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/Throwable.html#initCause(java.lang.Throwable)
 * @group exceptions
 * @wrong
 *   throw (Error) new Error("broken", first).initCause(second);
 * @right
 *   throw new Error("broken", first);
 */
Throwable_InitCauseOnce(Throwable t) {
  // Whatever they take, some have a cause from the beginning, mostly null (ClassNotFoundException and what follows), and
  // some keep what they take to themselves (KeySelectorException and what follows).
  creation event withcause after() returning(Throwable t) :
    (call(Throwable+.new(String, Throwable)) || call(Throwable+.new(Throwable))
      || call(Throwable+.new(String, Throwable, boolean, boolean)) || call(UncheckedIOException+.new(.., IOException))
      || call(SQLException+.new(.., Throwable)) || call(ClassNotFoundException+.new(..))
      || call(ExceptionInInitializerError+.new(..)) || call(InvocationTargetException+.new(..))
      || call(UndeclaredThrowableException+.new(..)) || call(PrivilegedActionException+.new(..))
      || call(RemoteException+.new(..)) || call(CertPathValidatorException+.new(..)))
      && !call(KeySelectorException+.new(..)) && !call(MarshalException+.new(..))
      && !call(NoSuchMechanismException+.new(..)) && !call(URIReferenceException+.new(..))
      && !call(TransformException+.new(..)) && !call(XMLSignatureException+.new(..))
      && !call(JMXProviderException+.new(..)) { }
  creation event withoutcause after() returning(Throwable t) :
    (call(Throwable+.new()) || call(Throwable+.new(String)) || call(KeySelectorException+.new(.., Throwable))
      || call(MarshalException+.new(.., Throwable)) || call(NoSuchMechanismException+.new(.., Throwable))
      || call(URIReferenceException+.new(.., Throwable)) || call(TransformException+.new(.., Throwable))
      || call(XMLSignatureException+.new(.., Throwable)) || call(JMXProviderException+.new(.., Throwable)))
      && !call(ClassNotFoundException+.new(..)) && !call(ExceptionInInitializerError+.new(..))
      && !call(InvocationTargetException+.new(..)) && !call(UndeclaredThrowableException+.new(..))
      && !call(PrivilegedActionException+.new(..)) && !call(RemoteException+.new(..))
      && !call(CertPathValidatorException+.new(..)) { }
  event init before(Throwable t) : call(* Throwable+.initCause(..)) && target(t) { }

  ere : withcause init+ | withoutcause init init+

  @match { System.err.println("initCause() was called on an exception that has its cause"); }
}`,

  Cipher_InitBeforeUse: `
import javax.crypto.Cipher;

/**
 * A cipher must be initialized before it is used.
 *
 * @severity error
 * @precision high
 * @consequence The call throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/javax/crypto/Cipher.html#init(int,java.security.Key)
 * @group security
 * @wrong
 *   Cipher cipher = Cipher.getInstance("AES"); cipher.doFinal(data);
 * @right
 *   Cipher cipher = Cipher.getInstance("AES"); cipher.init(Cipher.ENCRYPT_MODE, key); cipher.doFinal(data);
 */
Cipher_InitBeforeUse(Cipher c) {
  creation event create after() returning(Cipher c) : call(* Cipher.getInstance(..)) { }
  event init after(Cipher c) returning : call(* Cipher.init(..)) && target(c) { }
  event use before(Cipher c) :
    (call(* Cipher.update*(..)) || call(* Cipher.doFinal(..)) || call(* Cipher.wrap(..)) || call(* Cipher.unwrap(..)))
      && target(c) { }

  ere : create use+

  @match { System.err.println("the cipher was used before it was initialized"); }
}`,

  Signature_InitBeforeUse: `
import java.security.Signature;

/**
 * A signature must be initialized for signing before sign(), for verification before verify().
 *
 * @severity error
 * @precision high
 * @consequence The call throws SignatureException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/security/Signature.html
 * @group security
 * @wrong
 *   signature.initSign(key); signature.update(data); signature.verify(bytes);
 * @right
 *   signature.initVerify(publicKey); signature.update(data); signature.verify(bytes);
 */
Signature_InitBeforeUse(Signature s) {
  creation event create after() returning(Signature s) : call(* Signature.getInstance(..)) { }
  event initsign after(Signature s) returning : call(* Signature.initSign(..)) && target(s) { }
  event initverify after(Signature s) returning : call(* Signature.initVerify(..)) && target(s) { }
  event update before(Signature s) : call(* Signature.update(..)) && target(s) { }
  event sign before(Signature s) : call(* Signature.sign(..)) && target(s) { }
  event verify before(Signature s) : call(* Signature.verify(..)) && target(s) { }

  // A call that throws leaves the signature as it was.
  fsm :
    new [ create -> new initsign -> signing initverify -> verifying update -> misusedNew sign -> misusedNew
      verify -> misusedNew ]
    signing [ create -> signing initsign -> signing initverify -> verifying update -> signing sign -> signing
      verify -> misusedSigning ]
    verifying [ create -> verifying initsign -> signing initverify -> verifying update -> verifying
      sign -> misusedVerifying verify -> verifying ]
    misusedNew [ create -> new initsign -> signing initverify -> verifying update -> misusedNew sign -> misusedNew
      verify -> misusedNew ]
    misusedSigning [ create -> signing initsign -> signing initverify -> verifying update -> signing sign -> signing
      verify -> misusedSigning ]
    misusedVerifying [ create -> verifying initsign -> signing initverify -> verifying update -> verifying
      sign -> misusedVerifying verify -> verifying ]
    alias misuse = misusedNew, misusedSigning, misusedVerifying

  @misuse { System.err.println("the signature was used without the initialization for it"); }
}`,

  ResultSet_ManipulateAfterClose: `
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * A result set must not be used after it, or the statement that produced it, was closed.
 *
 * @severity error
 * @precision high
 * @consequence The call throws SQLException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.sql/java/sql/ResultSet.html#close()
 * @group sql
 * @wrong
 *   ResultSet rows = statement.executeQuery(query); statement.close(); rows.next();
 * @right
 *   ResultSet rows = statement.executeQuery(query); rows.next(); statement.close();
 */
ResultSet_ManipulateAfterClose(Statement s, ResultSet r) {
  creation event query after(Statement s) returning(ResultSet r) :
    (call(* Statement+.executeQuery(..)) || call(* Statement+.getResultSet()) || call(* Statement+.getGeneratedKeys()))
      && target(s) { }
  event closestatement after(Statement s) returning : call(* Statement+.close()) && target(s) { }
  event close after(ResultSet r) returning : call(* ResultSet+.close()) && target(r) { }
  event use before(ResultSet r) :
    (call(* ResultSet+.next()) || call(* ResultSet+.get*(..)) || call(* ResultSet+.update*(..))
      || call(* ResultSet+.previous()) || call(* ResultSet+.first()) || call(* ResultSet+.last())
      || call(* ResultSet+.absolute(..)) || call(* ResultSet+.relative(..)) || call(* ResultSet+.beforeFirst())
      || call(* ResultSet+.afterLast()) || call(* ResultSet+.isBeforeFirst()) || call(* ResultSet+.isAfterLast())
      || call(* ResultSet+.isFirst()) || call(* ResultSet+.isLast()) || call(* ResultSet+.wasNull())
      || call(* ResultSet+.findColumn(..)) || call(* ResultSet+.insertRow()) || call(* ResultSet+.deleteRow())
      || call(* ResultSet+.refreshRow()) || call(* ResultSet+.cancelRowUpdates())
      || call(* ResultSet+.moveTo*Row())) && target(r) { }

  ere : query (query | use)* (close | closestatement) (close | closestatement | use)* use

  @match { System.err.println("the result set was used after it or its statement was closed"); }
}`,

  Statement_ReexecuteWhileReading: `
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * A result set must not be read after its statement was executed again: that closed the result set.
 *
 * @severity error
 * @precision high
 * @consequence The call throws SQLException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.sql/java/sql/Statement.html
 * @group sql
 * @wrong
 *   while (rows.next()) statement.executeUpdate("delete from job where id = " + rows.getInt(1));
 * @right
 *   while (rows.next()) other.executeUpdate("delete from job where id = " + rows.getInt(1));
 */
Statement_ReexecuteWhileReading(Statement s, ResultSet r) {
  creation event query after(Statement s) returning(ResultSet r) :
    (call(* Statement+.executeQuery(..)) || call(* Statement+.getResultSet())) && target(s) { }
  event execute before(Statement s) : call(* Statement+.execute*(..)) && target(s) { }
  event use before(ResultSet r) :
    (call(* ResultSet+.next()) || call(* ResultSet+.get*(..)) || call(* ResultSet+.previous())
      || call(* ResultSet+.first()) || call(* ResultSet+.last()) || call(* ResultSet+.absolute(..))
      || call(* ResultSet+.relative(..)) || call(* ResultSet+.beforeFirst()) || call(* ResultSet+.afterLast()))
      && target(r) { }

  ere : query (query | use)* execute (execute | use)* use

  @match { System.err.println("the result set was read after its statement was executed again"); }
}`,
};
