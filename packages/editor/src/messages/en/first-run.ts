/** What invites a person who is new: the sample workflow, and the tour of the canvas. */
export const firstRun = {
  'firstRun.invitation': 'New to Millrace?',
  'firstRun.sample': 'Open a sample workflow',
  'firstRun.tour': 'Take a short tour',

  'sample.name': 'Sample: the great snail race',
  'sample.start': 'On your marks',
  'sample.racers': 'Six snails',
  'sample.split': 'One item for each snail',
  'sample.race': 'Let them race',
  'sample.sort': 'Fastest first',
  'sample.if': 'Home within a minute?',
  'sample.home': 'Hand out medals',
  'sample.medal.gold': 'Gold',
  'sample.medal.silver': 'Silver',
  'sample.medal.bronze': 'Bronze',
  'sample.home.result': 'home and dry',
  'sample.late': 'Offer some salad',
  'sample.late.result': 'got distracted by a lettuce',
  'sample.merge': 'Everybody together',
  'sample.table': 'Results',
  'sample.column.place': 'Place',
  'sample.column.snail': 'Snail',
  'sample.column.time': 'Time',
  'sample.column.result': 'Result',
  'sample.note': 'Note',
  'sample.note.about':
    '## The great snail race\nClick **Run workflow** below. Six snails race, each time with another winner. Nothing leaves this machine, and you can change whatever you like.',
  'sample.note.items':
    '### Items\nOne list goes in, **six items** come out. From here on every node works on each snail by itself: the wires say how many pass.',
  'sample.note.expressions':
    '### Expressions\nOpen *Let them race*: the time is worked out by an **expression**, from the age of the snail and some luck. Change the formula and run again.',
  'sample.note.branches':
    '### Branches\n*If* sends each item one way or the other. The upper branch hands out medals by the order of arrival, the lower one comforts.',
  'sample.note.end':
    '### The result\nDouble-click *Results* to see the race as a **table**. What next? Put a *Schedule Trigger* beside the start, and they race every morning.',

  'tour.label': 'Tour',
  'tour.progress': 'Step {{step}} of {{count}}',
  'tour.key': 'F6 leads from the canvas to this card, and back',
  'tour.back': 'Back',
  'tour.next': 'Next',
  'tour.finish': 'Finish',
  'tour.leave': 'Leave the tour',
  'tour.add.title': 'Add a node',
  'tour.add.text':
    'A workflow starts with a trigger and grows node by node. Choose what starts it, or click + (or press Tab) and type what you want to do, such as “edit fields”. The tour goes on when you have added a node, or with Next.',
  'tour.connect.title': 'Connect nodes',
  'tour.connect.text':
    'Data flows along the wires. Drag from the dot at the right of a node to the left of another, or click its + to add the next node already connected.',
  'tour.run.title': 'Run it',
  'tour.run.text':
    'Run the workflow as often as you like while you build: each node shows whether it worked, and each wire how many items went along.',
  'tour.data.title': 'Look at the data',
  'tour.data.text': 'Double-click a node, or select it and press Enter, to see what came in and what went out.',
  'tour.panel.title': 'Input, parameters, output',
  'tour.panel.text':
    'At the left what comes in, at the right what goes out, in between what the node does. Drag a field of the input into a parameter to use it. Close the panel with Escape.',
  'tour.activate.title': 'Switch it on',
  'tour.activate.text':
    'Save with Ctrl+S. With a trigger such as a schedule or a webhook, this switch makes the workflow run by itself, also while no editor is open.',
  'tour.help.title': 'Where to find help',
  'tour.help.text':
    'Documentation, a course, the sample workflow and this tour are here. Press ? for all keys, and Ctrl+K to find anything by its name.',
} as const;
