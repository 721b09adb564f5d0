package rrv.runtime;

/** Writes JSON text. The caller keeps brackets balanced. */
final class Json {
    private final StringBuilder text = new StringBuilder(1024);
    private boolean comma;

    private void separate() {
        if (comma) {
            text.append(',');
        }
        comma = true;
    }

    Json open(char bracket) {
        separate();
        text.append(bracket);
        comma = false;
        return this;
    }

    Json close(char bracket) {
        text.append(bracket);
        comma = true;
        return this;
    }

    Json key(String name) {
        separate();
        string(name);
        text.append(':');
        comma = false;
        return this;
    }

    Json field(String name, long value) {
        key(name);
        text.append(value);
        comma = true;
        return this;
    }

    Json field(String name, boolean value) {
        key(name);
        text.append(value);
        comma = true;
        return this;
    }

    Json field(String name, String value) {
        key(name);
        return value(value);
    }

    Json value(String value) {
        separate();
        string(value);
        return this;
    }

    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c == '\n') {
                text.append("\\n");
            } else if (c == '\t') {
                text.append("\\t");
            } else if (c < ' ' || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c)) {
                String hex = Integer.toHexString(c);
                text.append("\\u").append("0000", 0, 4 - hex.length()).append(hex);
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
