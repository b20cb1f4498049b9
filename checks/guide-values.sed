# The values of an operator of the machine that `checks/bare-machine.sh guide` makes, for the words that docs/operating.md leaves open.
s#REPOSITORY#/srv/wegwarte.git#g
s#^apt install #apt-get install -y #
s#^SMTP_URL=.*#SMTP_URL=smtp://127.0.0.1:2525#
s#NEW-E-MAIL#new@example.org#g
s#E-MAIL#guide@example.org#g
s#IMEI#490154203237518#g
s#QUEUE#verification-mail#g
# Known only there: a licence that was issued, and the day after the run.
s#\bKEY\b#"$licence"#g
s#"20[0-9-]* \([0-9:]*\)"#"$tomorrow \1"#g
s#"TEXT"#"Ein Satz"#g
s#\bTEXT\b#guide#g
