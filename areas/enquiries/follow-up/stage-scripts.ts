/** What a counsellor says first, by stage; stages of the settings have none. */
export const stageScripts: Readonly<Record<string, string>> = {
  Yet_to_call:
    'Say who you are and which centre. Ask for the child’s age and what matters to the family. Offer a visit.',
  'In Conversation':
    'Take up what was said last. Answer the open question, then offer two times for a visit.',
  'Appointment Fixed': 'Confirm day and time. Tell them how to find the centre and whom to ask for.',
  'Online Counselling Done':
    'Ask what is still open after the call. Offer a visit, so that the child sees the room.',
  'Offline Counselling Done': 'Ask how the visit felt. Name the next step: the application form and its fee.',
  'Application Fee Link Sent': 'Ask whether the link opened. Help with the first page on the phone.',
  'Intelliskills+BSK Fee Plan Assign': 'Go through the fee plan. Ask which instalment suits the family.',
  'Admission Form Completed': 'Thank them. Name the documents that are missing and by when.',
  'Temporarily Confirmed': 'Tell them until when the seat is kept, and what is still to be paid.',
};
