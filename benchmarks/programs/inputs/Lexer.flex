%%
%public
%class Lexer
%unicode
%line
%column
%type String
%state STRING
%state COMMENT
%{
  private final StringBuilder text = new StringBuilder();
%}
Digit = [0-9]
Letter = [:letter:] | "_"
Name = {Letter} ({Letter} | {Digit})*
Number = {Digit}+ ("." {Digit}+)? ([eE] [+-]? {Digit}+)?
Space = [ \t\r\n\f]+
%%
<YYINITIAL> {
  "if" | "else" | "while" | "for" | "return" | "class" | "interface" | "new" | "this" | "super" { return "word"; }
  "public" | "private" | "protected" | "static" | "final" | "abstract" | "synchronized" | "volatile" { return "modifier"; }
  "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | ">>>" | "&&" | "||" | "==" | "!=" | "<=" | ">=" | "<" | ">" { return "operator"; }
  {Name} { return "name"; }
  {Number} { return "number"; }
  "0" [xX] [0-9a-fA-F_]+ { return "hex"; }
  \" { text.setLength(0); yybegin(STRING); }
  "/*" { yybegin(COMMENT); }
  "//" [^\r\n]* { }
  {Space} { }
  [\p{Lu}&&\p{Greek}]+ { return "greek"; }
  !([^]* "x" [^]*) "#" { return "no x"; }
  . { return "other"; }
}
<STRING> {
  \" { yybegin(YYINITIAL); return text.toString(); }
  [^\"\\\n]+ { text.append(yytext()); }
  \\ [nt\"\\] { text.append(yytext()); }
  \n { throw new IllegalStateException("line " + yyline); }
}
<COMMENT> {
  "*/" { yybegin(YYINITIAL); }
  [^*]+ | "*" { }
}
