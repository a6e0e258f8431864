// What is missing or wrong in a family's form, in the reader's words; the sentences stand in form-pages.ts and answers.ts.
import { faultIn } from '@aangan/web/text/faults.ts';

const hindi: Readonly<Record<string, string>> = {
  'Choose one': 'एक चुनें',
  'Answer yes or no': 'हाँ या नहीं में उत्तर दें',
  'Confirm that you are the parent or guardian and 18 or older':
    'पुष्टि करें कि आप माता-पिता या अभिभावक हैं और 18 वर्ष या अधिक के हैं',
  'Write which allergies': 'कौन-सी एलर्जी है, लिखें',
  'We need to know that we may bring the child to a doctor':
    'हमें अनुमति चाहिए कि ज़रूरत पर बच्चे को डॉक्टर के पास ले जा सकें',
  'Name at least one person we can call': 'कम से कम एक व्यक्ति का नाम दें जिन्हें हम फ़ोन कर सकें',
  'Confirm the notice and answer each question': 'सूचना की पुष्टि करें और हर प्रश्न का उत्तर दें',
  'Upload every document that is asked for': 'माँगे गए सभी काग़ज़ अपलोड करें',
  'At least 30 cm': 'कम से कम 30 सेमी',
  'At most 160 cm': 'ज़्यादा से ज़्यादा 160 सेमी',
  'At least 2 kg': 'कम से कम 2 किलो',
  'At most 60 kg': 'ज़्यादा से ज़्यादा 60 किलो',
  'Enter the last 4 digits only': 'केवल अंतिम 4 अंक लिखें',
  'Enter the 11 digits of the PEN': 'PEN के 11 अंक लिखें',
};

/** The sentence in the reader's language; one that has no Hindi yet stays as it is. */
export function formFaultIn(language: 'en' | 'hi', text: string): string {
  if (language === 'en') return text;
  // After a colon stand names, of documents say, which are no sentence of ours.
  const [sentence = text, ...names] = text.split(': ');
  const known = hindi[sentence];
  return known ? [known, ...names].join(': ') : faultIn(language, text);
}
