import { texts } from '@aangan/web/text/text.tsx';

export const words = texts(
  {
    title: 'Ask about {centre}', lead: 'Tell us about your child. We call you back from the centre.', parent: "Your name", mobile: 'Mobile number', email: 'E-mail', child: "Child's first name",
    birth: 'Month and year of birth', class: 'Class', pincode: 'Pincode', time: 'Best time to call', message: 'Message', morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening',
    notice: 'We call you about this enquiry. May we also write to you?', whatsapp: 'On WhatsApp', sms: 'By SMS', mail: 'By e-mail', adult: 'I am the parent or guardian and 18 or older',
    send: 'Send', closed: 'This centre does not take enquiries now. Please ask at the centre.', gone: 'This form is not available. Please ask at the centre.', month: 'Month', year: 'Year',
  },
  {
    title: '{centre} के बारे में पूछें', lead: 'अपने बच्चे के बारे में बताएँ। केंद्र से आपको फ़ोन आएगा।', parent: 'आपका नाम', mobile: 'मोबाइल नंबर', email: 'ई-मेल', child: 'बच्चे का पहला नाम',
    birth: 'जन्म का महीना और साल', class: 'कक्षा', pincode: 'पिनकोड', time: 'फ़ोन का सही समय', message: 'संदेश', morning: 'सुबह', afternoon: 'दोपहर', evening: 'शाम',
    notice: 'हम इस पूछताछ के बारे में आपको फ़ोन करेंगे। क्या हम संदेश भी भेज सकते हैं?', whatsapp: 'WhatsApp पर', sms: 'SMS से', mail: 'ई-मेल से', adult: 'मैं माता-पिता या अभिभावक हूँ और मेरी उम्र 18 या अधिक है',
    send: 'भेजें', closed: 'यह केंद्र अभी पूछताछ नहीं ले रहा है। कृपया केंद्र पर पूछें।', gone: 'यह फ़ॉर्म उपलब्ध नहीं है। कृपया केंद्र पर पूछें।', month: 'महीना', year: 'साल',
  },
);
