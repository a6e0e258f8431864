import { texts } from '@aangan/web/text/text.tsx';

export const codeWords = texts(
  {
    title: 'Confirm your number',
    sent: 'We sent a code to the number ending {ending}. Type it to confirm your number.',
    label: '6-digit code',
    confirm: 'Confirm',
    notNow: 'Not now',
    again: 'Send a new code',
    againIn: 'New code in {time}',
    sentAgain: 'A new code is on its way. The one before is not valid any more.',
    wrong: 'That is not the code. Tries left: {left}.',
    ended: 'This code is not valid any more. Ask for a new one.',
    over: 'We could not confirm your number here. We will call you all the same.',
    confirmed: 'Thank you, your number is confirmed.',
  },
  {
    title: 'अपने नंबर की पुष्टि करें',
    sent: 'हमने {ending} पर समाप्त होने वाले नंबर पर एक कोड भेजा है। पुष्टि के लिए वह कोड लिखें।',
    label: '6 अंकों का कोड',
    confirm: 'पुष्टि करें',
    notNow: 'अभी नहीं',
    again: 'नया कोड भेजें',
    againIn: '{time} में नया कोड',
    sentAgain: 'नया कोड भेजा गया है। पिछला कोड अब मान्य नहीं है।',
    wrong: 'यह कोड सही नहीं है। बचे हुए प्रयास: {left}।',
    ended: 'यह कोड अब मान्य नहीं है। नया कोड मँगाएँ।',
    over: 'यहाँ आपके नंबर की पुष्टि नहीं हो पाई। हम फिर भी आपको फ़ोन करेंगे।',
    confirmed: 'धन्यवाद, आपके नंबर की पुष्टि हो गई है।',
  },
);
