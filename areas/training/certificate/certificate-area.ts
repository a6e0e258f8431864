import { message } from '@aangan/contract/area.ts';
import { certificateContract } from './certificate.contract.ts';
import { trainingCertificates } from './certificate.listing.ts';

export const certificateContracts = [certificateContract, trainingCertificates.endpoints];

export const certificateMessages = [
  message({
    category: 'SERVICE',
    audience: 'STAFF',
    urgency: 'ROUTINE',
    channels: ['APP', 'EMAIL'],
    retryUnknown: false,
    key: 'training.certificate',
    variables: ['title', 'number'],
    subject: 'Your certificate: {title}',
    en: 'You have the certificate {title}, number {number}. Print it under Self-training.',
    hi: 'आपको प्रमाणपत्र {title} मिला है, संख्या {number}। इसे सेल्फ-ट्रेनिंग में प्रिंट करें।',
  }),
];
