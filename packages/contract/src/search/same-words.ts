import { stemOf } from './words.ts';

/**
 * Groups of words of which one is typed and another written: by taste, or since it is asked in German for what is written in English. Plain, and in the
 * singular.
 */
const sameWords = `
email mail
bill invoice rechnung faktura
monitor watch check observe uberwachen uberwachung beobachten prufen
notify alert warn tell benachrichtigen benachrichtigung melden warnen
spreadsheet excel csv tabelle
table tabelle
backup datensicherung sichern sicherung
holiday vacation leave urlaub ferien
schedule cron zeitplan
delete remove loschen entfernen
website webseite page
customer client kunde
credential anmeldedaten zugangsdaten
error failure fehler
fail failed fehlgeschlagen
file datei
folder ordner verzeichnis
read lesen einlesen
write schreiben
save speichern
send senden schicken
receive empfangen
password passwort kennwort
forgot forgotten reset vergessen zurucksetzen
trigger ausloser
execution ausfuhrung
run execute ausfuhren
form formular
expression ausdruck
user benutzer nutzer
invite invitation einladen einladung
share sharing teilen freigeben
permission right berechtigung
shortcut keyboard tastatur tastenkurzel
setting einstellung
wait warten
loop schleife
merge join zusammenfuhren
sort sortieren
import importieren
export download exportieren herunterladen
template vorlage
item element
daily day taglich
weekly wochentlich
monthly monatlich
update upgrade aktualisieren aktualisierung
language sprache
key schlussel
variable umgebungsvariable
answer response respond antwort antworten
activate active aktivieren aktiv
approve approval genehmigen genehmigung
`
  .trim()
  .split('\n')
  .map((words) => new Set(words.split(' ').map(stemOf)));

/** Stems of other words that mean the same. */
export const sameAs = (stem: string): ReadonlySet<string> => {
  const same = new Set(sameWords.filter((stems) => stems.has(stem)).flatMap((stems) => [...stems]));
  same.delete(stem);
  return same;
};
