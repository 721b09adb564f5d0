grammar T;
prog: stat+ ; stat: expr ';' | ID '=' expr ';' | 'if' '(' expr ')' stat ('else' stat)? | '{' stat* '}' ;
expr: expr ('*'|'/') expr | expr ('+'|'-') expr | '-' expr | ID '(' (expr (',' expr)*)? ')' | INT | ID | '(' expr ')' ;
ID: [a-zA-Z_] [a-zA-Z_0-9]* ; INT: [0-9]+ ; STRING: '"' (~["\\] | '\\' .)* '"' ; WS: [ \t\r\n]+ -> skip ; COMMENT: '/*' .*? '*/' -> skip ;
