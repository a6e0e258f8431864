import { texts } from '@aangan/web/text/text.tsx';

/** Every text of the parent's application form, English and Hindi. */
export const formWords = texts(
  {
    title: 'Application form', noLink: 'Open the link from your message. If you have none, ask your centre.', call: 'Questions? Call {phone}', returned: 'Please correct',
    child: 'Your child', parents: 'Parents', address: 'Address', help: 'How can we help', review: 'Check and send',
    childName: 'Child’s name as in the birth certificate', callName: 'What do you call your child?', dateOfBirth: 'Date of birth', gender: 'Gender', startWish: 'When should your child start?', motherTongue: 'Mother tongue',
    MALE: 'Boy', FEMALE: 'Girl', OTHER: 'Other', parentName: 'Your name', parentRelation: 'You are the child’s', MOTHER: 'Mother', FATHER: 'Father', GUARDIAN: 'Guardian', GRANDPARENT: 'Grandparent', relOTHER: 'Other relative',
    parentMobile: 'Mobile', parentEmail: 'E-mail', parentOccupation: 'Occupation', secondParentName: 'Second parent’s name', secondParentRelation: 'Second parent is the child’s', secondParentMobile: 'Second parent’s mobile',
    adultDeclaration: 'I am the parent or guardian and 18 or older', pincode: 'Pincode', street: 'House, street, area', heardFrom: 'How did you hear of us?', transportWanted: 'We want transport', transportStop: 'Nearest stop or landmark', message: 'Anything we should know?',
    next: 'We look at the form and write to you. This page shows how far it is.', nextPage: 'Next', back: 'Back', saved: 'Saved', saving: 'Saving…', notSaved: 'Not saved yet: no connection. We try again.', optional: 'optional',
    masked: 'We removed an Aadhaar number. We never need it in full.', signature: 'Type your name as signature', agreed: 'These answers are true', send: 'Send application', missing: 'Still missing: {fields}', conflict: 'This form was changed on another device. Reload to see the newest answers.', reload: 'Reload',
    oneStep: 'One step is left', feeText: 'The application fee is {amount}. After the payment the centre looks at your form.', pay: 'Pay {amount}', notPaid: 'Not paid', notPaidText: 'No money was taken, or it comes back by itself. You can try again.', waiting: 'Waiting for the bank', waitingText: 'Please do not pay again. This page changes by itself when the bank answers.',
    received: 'Application received', accepted: 'Accepted. Good news!', acceptedNext: 'The centre contacts you for the fee plan and the first day.', rejected: 'Not accepted this time', expired: 'This form has ended', withdrawn: 'Withdrawn', number: 'Application {no}', validUntil: 'This link works until {date}.',
  },
  {
    title: 'आवेदन पत्र', noLink: 'अपने संदेश का लिंक खोलें। लिंक न हो तो अपने केंद्र से पूछें।', call: 'प्रश्न? {phone} पर कॉल करें', returned: 'कृपया सुधारें',
    child: 'आपका बच्चा', parents: 'माता-पिता', address: 'पता', help: 'हम कैसे मदद करें', review: 'जाँचें और भेजें',
    childName: 'बच्चे का नाम (जन्म प्रमाणपत्र के अनुसार, अंग्रेज़ी में)', callName: 'घर में क्या बुलाते हैं?', dateOfBirth: 'जन्म तिथि', gender: 'लिंग', startWish: 'बच्चा कब से आए?', motherTongue: 'मातृभाषा',
    MALE: 'लड़का', FEMALE: 'लड़की', OTHER: 'अन्य', parentName: 'आपका नाम', parentRelation: 'बच्चे से आपका रिश्ता', MOTHER: 'माँ', FATHER: 'पिता', GUARDIAN: 'अभिभावक', GRANDPARENT: 'दादा-दादी / नाना-नानी', relOTHER: 'अन्य रिश्तेदार',
    parentMobile: 'मोबाइल', parentEmail: 'ई-मेल', parentOccupation: 'व्यवसाय', secondParentName: 'दूसरे अभिभावक का नाम', secondParentRelation: 'बच्चे से दूसरे अभिभावक का रिश्ता', secondParentMobile: 'दूसरे अभिभावक का मोबाइल',
    adultDeclaration: 'मैं माता-पिता या अभिभावक हूँ और 18 वर्ष या उससे बड़ा हूँ', pincode: 'पिन कोड', street: 'मकान, गली, इलाका', heardFrom: 'हमारे बारे में कैसे जाना?', transportWanted: 'हमें वाहन सुविधा चाहिए', transportStop: 'नज़दीकी स्टॉप या पहचान', message: 'और कुछ जो हमें जानना चाहिए?',
    next: 'हम आवेदन देखकर आपको लिखेंगे। यह पृष्ठ उसकी स्थिति दिखाता है।', nextPage: 'आगे', back: 'पीछे', saved: 'सहेजा गया', saving: 'सहेज रहे हैं…', notSaved: 'अभी सहेजा नहीं गया: कनेक्शन नहीं है। हम फिर कोशिश कर रहे हैं।', optional: 'वैकल्पिक',
    masked: 'हमने आधार संख्या हटा दी है। हमें वह पूरी कभी नहीं चाहिए।', signature: 'हस्ताक्षर के रूप में अपना नाम लिखें', agreed: 'ये उत्तर सही हैं', send: 'आवेदन भेजें', missing: 'अभी बाकी: {fields}', conflict: 'यह फ़ॉर्म किसी दूसरे फ़ोन पर बदला गया है। नए उत्तर देखने के लिए फिर खोलें।', reload: 'फिर खोलें',
    oneStep: 'एक कदम बाकी है', feeText: 'आवेदन शुल्क {amount} है। भुगतान के बाद केंद्र आपका आवेदन देखेगा।', pay: '{amount} भुगतान करें', notPaid: 'भुगतान नहीं हुआ', notPaidText: 'कोई राशि नहीं कटी, या वह अपने आप लौट आएगी। आप फिर कोशिश कर सकते हैं।', waiting: 'बैंक की प्रतीक्षा', waitingText: 'कृपया दोबारा भुगतान न करें। बैंक का उत्तर आते ही यह पृष्ठ बदल जाएगा।',
    received: 'आवेदन मिल गया', accepted: 'स्वीकृत। बधाई!', acceptedNext: 'फीस योजना और पहले दिन के लिए केंद्र आपसे संपर्क करेगा।', rejected: 'इस बार स्वीकृत नहीं हुआ', expired: 'इस फ़ॉर्म का समय समाप्त हो गया', withdrawn: 'वापस लिया गया', number: 'आवेदन {no}', validUntil: 'यह लिंक {date} तक चलेगा।',
  },
);
