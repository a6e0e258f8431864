// The demo network's own wording of what children learn: six domains, thirteen goals, sixty competencies.
export interface DemoGoal {
  code: string;
  name: string;
  competencies: readonly string[];
}

export const skillTree: readonly {
  code: string;
  name: string;
  nameHi: string;
  goals: readonly DemoGoal[];
}[] = [
  {
    code: 'PHY',
    name: 'Body and health',
    nameHi: 'शरीर और स्वास्थ्य',
    goals: [
      {
        code: 'CG-1',
        name: 'Keeps healthy habits',
        competencies: [
          'Washes hands before eating without a reminder',
          'Eats a variety of food and says what is good for the body',
          'Uses the washroom alone',
          'Knows safe and unsafe touch and tells an adult',
          'Puts personal things back in their place',
        ],
      },
      {
        code: 'CG-3',
        name: 'Moves with strength and balance',
        competencies: [
          'Walks along a line and balances on one foot',
          'Throws a ball to a friend and catches it',
          'Climbs, hops and jumps with control',
          'Holds crayon and pencil with three fingers',
          'Cuts along a curved line',
        ],
      },
    ],
  },
  {
    code: 'SEL',
    name: 'Feelings and friends',
    nameHi: 'भावनाएँ और मित्र',
    goals: [
      {
        code: 'CG-4',
        name: 'Knows and shows feelings',
        competencies: [
          'Names own feelings in words',
          'Waits for a turn',
          'Calms down with a little help',
          'Tries again after a mistake',
        ],
      },
      {
        code: 'CG-5',
        name: 'Is kind to others',
        competencies: [
          'Shares toys and materials',
          'Comforts a friend who is sad',
          'Helps in the daily work of the class',
          'Takes care of plants and animals',
        ],
      },
    ],
  },
  {
    code: 'COG',
    name: 'Thinking and numbers',
    nameHi: 'सोच और संख्याएँ',
    goals: [
      {
        code: 'CG-7',
        name: 'Looks closely and explains',
        competencies: [
          'Sorts things by colour, shape and size',
          'Continues a pattern of two or three things',
          'Asks why and how',
          'Says what comes before and after in a picture story',
          'Finds what is missing in a row of objects',
        ],
      },
      {
        code: 'CG-8',
        name: 'Uses numbers and shapes',
        competencies: [
          'Counts objects one by one up to twenty',
          'Compares two groups: more, fewer, equal',
          'Reads and writes numerals up to ten',
          'Adds and takes away with objects up to nine',
          'Names basic shapes in the room',
          'Compares length and weight of two things',
        ],
      },
    ],
  },
  {
    code: 'LANG',
    name: 'Language and stories',
    nameHi: 'भाषा और कहानियाँ',
    goals: [
      {
        code: 'CG-9',
        name: 'Listens and speaks',
        competencies: [
          'Follows an instruction of two steps',
          'Speaks in full sentences about the day',
          'Tells a short story in own words',
          'Sings rhymes with gestures',
          'Asks and answers in a conversation',
        ],
      },
      {
        code: 'CG-10',
        name: 'Begins to read and write',
        competencies: [
          'Enjoys looking at books and turns pages rightly',
          'Hears the first sound of a word',
          'Matches sounds with letters',
          'Reads simple words of three letters',
          'Writes own name',
        ],
      },
      {
        code: 'CG-11',
        name: 'Uses a second language',
        competencies: [
          'Understands daily instructions in the second language',
          'Says simple greetings and requests',
          'Names things in the classroom',
          'Joins in songs of the second language',
        ],
      },
    ],
  },
  {
    code: 'ART',
    name: 'Art and music',
    nameHi: 'कला और संगीत',
    goals: [
      {
        code: 'CG-12',
        name: 'Makes and enjoys art',
        competencies: [
          'Draws from own ideas and tells about it',
          'Mixes and names colours',
          'Shapes clay into known things',
          'Uses waste material in craft',
        ],
      },
      {
        code: 'CG-12',
        name: 'Makes music and plays roles',
        competencies: [
          'Keeps a simple beat',
          'Moves to music in own ways',
          'Acts a role in pretend play',
          'Listens quietly to a performance',
        ],
      },
    ],
  },
  {
    code: 'LRN',
    name: 'Habits of learning',
    nameHi: 'सीखने की आदतें',
    goals: [
      {
        code: 'CG-13',
        name: 'Stays with a task',
        competencies: [
          'Finishes what was begun',
          'Works for fifteen minutes without a break',
          'Chooses an activity alone',
          'Remembers the steps of a game',
        ],
      },
      {
        code: 'CG-13',
        name: 'Plans and solves',
        competencies: [
          'Says what to do first and next',
          'Tries another way when one does not work',
          'Asks for help when it is needed',
          'Cleans up after the work',
          'Tells what was learned today',
        ],
      },
    ],
  },
];
