/** What invites a person who is new: the sample workflow, and the tour of the canvas. */
export const firstRun = {
  'firstRun.invitation': 'Neu bei Millrace?',
  'firstRun.sample': 'Beispiel-Workflow öffnen',
  'firstRun.tour': 'Kurze Tour machen',

  'sample.name': 'Beispiel: das große Schneckenrennen',
  'sample.start': 'Auf die Plätze',
  'sample.racers': 'Sechs Schnecken',
  'sample.split': 'Ein Item je Schnecke',
  'sample.race': 'Rennen lassen',
  'sample.sort': 'Die Schnellste zuerst',
  'sample.if': 'In einer Minute im Ziel?',
  'sample.home': 'Medaillen verteilen',
  'sample.medal.gold': 'Gold',
  'sample.medal.silver': 'Silber',
  'sample.medal.bronze': 'Bronze',
  'sample.home.result': 'im Ziel',
  'sample.late': 'Salat anbieten',
  'sample.late.result': 'von einem Salatblatt abgelenkt',
  'sample.merge': 'Alle zusammen',
  'sample.table': 'Ergebnis',
  'sample.column.place': 'Platz',
  'sample.column.snail': 'Schnecke',
  'sample.column.time': 'Zeit',
  'sample.column.result': 'Ergebnis',
  'sample.note': 'Notiz',
  'sample.note.about':
    '## Das große Schneckenrennen\nUnten auf **Workflow ausführen** klicken: Sechs Schnecken laufen, jedes Mal gewinnt eine andere. Nichts verlässt diese Maschine, und alles lässt sich ändern.',
  'sample.note.items':
    '### Items\nEine Liste geht hinein, **sechs Items** kommen heraus. Von hier an behandelt jeder Node jede Schnecke für sich: An den Verbindungen steht, wie viele es sind.',
  'sample.note.expressions':
    '### Ausdrücke\nIn *Rennen lassen* wird die Zeit durch einen **Ausdruck** berechnet, aus dem Alter der Schnecke und etwas Glück. Die Formel ändern und noch einmal ausführen!',
  'sample.note.branches':
    '### Zweige\n*If* schickt jedes Item den einen oder den anderen Weg. Oben gibt es Medaillen in der Reihenfolge der Ankunft, unten Trost.',
  'sample.note.end':
    '### Das Ergebnis\nEin Doppelklick auf *Ergebnis* zeigt das Rennen als **Tabelle**. Und dann? Mit einem *Schedule Trigger* neben dem Start laufen sie jeden Morgen.',

  'tour.label': 'Tour',
  'tour.progress': 'Schritt {{step}} von {{count}}',
  'tour.key': 'F6 führt von der Arbeitsfläche zu dieser Karte und zurück',
  'tour.back': 'Zurück',
  'tour.next': 'Weiter',
  'tour.finish': 'Fertig',
  'tour.leave': 'Tour verlassen',
  'tour.add.title': 'Einen Node hinzufügen',
  'tour.add.text':
    'Ein Workflow beginnt mit einem Trigger und wächst Node für Node. Wähle, was ihn startet, oder klicke auf + (oder drücke Tab) und schreibe, was geschehen soll, etwa „edit fields“. Die Tour geht weiter, sobald ein Node dazugekommen ist, oder mit „Weiter“.',
  'tour.connect.title': 'Nodes verbinden',
  'tour.connect.text':
    'Daten fließen entlang der Verbindungen. Ziehe vom Punkt rechts an einem Node zur linken Seite eines anderen, oder klicke auf sein +, um den nächsten gleich verbunden hinzuzufügen.',
  'tour.run.title': 'Ausführen',
  'tour.run.text':
    'Führe den Workflow beim Bauen aus, so oft du willst: Jeder Node zeigt, ob es geklappt hat, und jede Verbindung, wie viele Items sie genommen haben.',
  'tour.data.title': 'Die Daten ansehen',
  'tour.data.text':
    'Ein Doppelklick auf einen Node, oder Enter, wenn er ausgewählt ist, zeigt, was hineinging und was herauskam.',
  'tour.panel.title': 'Eingabe, Parameter, Ausgabe',
  'tour.panel.text':
    'Links steht, was hineingeht, rechts, was herauskommt, dazwischen, was der Node tut. Ziehe ein Feld der Eingabe in einen Parameter, um es zu verwenden. Escape schließt das Fenster.',
  'tour.activate.title': 'Einschalten',
  'tour.activate.text':
    'Gespeichert wird mit Strg+S. Mit einem Trigger wie einem Zeitplan oder einem Webhook lässt dieser Schalter den Workflow von selbst laufen, auch wenn kein Editor offen ist.',
  'tour.help.title': 'Wo es Hilfe gibt',
  'tour.help.text':
    'Dokumentation, ein Kurs, der Beispiel-Workflow und diese Tour sind hier. Mit ? kommen alle Tasten, mit Strg+K findet sich alles nach seinem Namen.',
};
