import { texts } from '@aangan/web/text/text.tsx';

/** Texts of the shared tablet's sign-in (shell.md 11.5). */
export const tabletWords = texts(
  {
    title: 'Who are you?',
    hello: 'Hello {name}',
    pin: 'Your PIN of 6 digits',
    notMe: 'Not me',
    other: 'Sign in another way',
    nobody: 'Nobody has a PIN yet. Choose yours under Profile, Security, on your own phone or computer.',
  },
  {
    title: 'आप कौन हैं?',
    hello: 'नमस्ते {name}',
    pin: 'आपका 6 अंकों का पिन',
    notMe: 'मैं नहीं हूँ',
    other: 'किसी और तरह से साइन इन करें',
    nobody: 'अभी किसी का पिन नहीं है। अपने फ़ोन या कंप्यूटर पर प्रोफ़ाइल, सुरक्षा में जाकर अपना पिन चुनें।',
  },
);
