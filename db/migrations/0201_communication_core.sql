-- Communication core (areas/communication.md 2.1, 2.3): messages to persons, and the consent ledger.
create table consent_purpose (
  code text primary key check (code ~ '^[A-Z_]{3,30}$'), title text not null check (length(title) <= 80), title_hi text not null check (length(title_hi) <= 80),
  -- What holds while nobody has answered: OFF = no; NOTICE = told, so it is allowed and only acknowledged.
  default_answer text not null check (default_answer in ('OFF', 'NOTICE')),
  subject text not null check (subject in ('CHILD', 'PERSON')),
  any_no_wins boolean not null default false, signed_form boolean not null default false,
  position smallint not null, active boolean not null default true);
select make_network_table('consent_purpose');
insert into consent_purpose (code, title, title_hi, default_answer, subject, any_no_wins, signed_form, position) values
  ('EDUCATION_NOTICE', 'How we use your child''s data', 'आपके बच्चे के डेटा का उपयोग', 'NOTICE', 'CHILD', false, false, 1),
  ('CONTACT_NOTICE', 'How we use your contact data', 'आपके संपर्क डेटा का उपयोग', 'NOTICE', 'PERSON', false, false, 2),
  ('ADULT_DECLARATION', 'I am an adult and the parent or guardian', 'मैं वयस्क हूँ और माता-पिता या अभिभावक हूँ', 'OFF', 'PERSON', false, false, 3),
  ('PHOTO_IN_APP', 'Photos in the app, for the class', 'ऐप में कक्षा के लिए तस्वीरें', 'OFF', 'CHILD', true, false, 4),
  ('PHOTO_PUBLIC', 'Photos in public: website, print, Instagram', 'सार्वजनिक तस्वीरें: वेबसाइट, छपाई, इंस्टाग्राम', 'OFF', 'CHILD', true, false, 5),
  ('CLASS_RECORDING', 'Recordings of online classes', 'ऑनलाइन कक्षाओं की रिकॉर्डिंग', 'OFF', 'CHILD', true, false, 6),
  ('HEALTH_SHARE', 'Health facts to doctor or hospital', 'डॉक्टर या अस्पताल को स्वास्थ्य जानकारी', 'OFF', 'CHILD', false, false, 7),
  ('MESSAGES_SMS', 'Messages by SMS', 'एसएमएस से संदेश', 'OFF', 'PERSON', false, false, 8),
  ('MESSAGES_EMAIL', 'Messages by e-mail', 'ई-मेल से संदेश', 'OFF', 'PERSON', false, false, 9),
  ('MESSAGES_WHATSAPP', 'Messages by WhatsApp', 'व्हाट्सऐप से संदेश', 'OFF', 'PERSON', false, false, 10),
  ('MESSAGES_MARKETING', 'News and offers', 'समाचार और ऑफ़र', 'OFF', 'PERSON', false, false, 11),
  ('TRANSPORT_LIVE', 'Place of the bus during the trip', 'यात्रा के दौरान बस का स्थान', 'NOTICE', 'CHILD', false, false, 12),
  ('THIRD_PARTY_TOOLS', 'Learning tools of others', 'दूसरों के शिक्षण साधन', 'OFF', 'CHILD', false, false, 13),
  ('APAAR', 'APAAR id (signed form)', 'अपार आईडी (हस्ताक्षरित फ़ॉर्म)', 'OFF', 'CHILD', false, true, 14),
  ('ALUMNI_CONTACT', 'Contact after leaving', 'जाने के बाद संपर्क', 'OFF', 'PERSON', false, false, 15);

create table consent_text (
  purpose text not null references consent_purpose (code), version int not null check (version > 0), language text not null check (language in ('en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'bn')),
  title text not null check (length(title) <= 120), body text not null check (length(body) <= 4000),
  covers text[] not null default '{}', from_on date not null default current_date, sha256 bytea not null,
  primary key (purpose, version, language));
grant select on consent_text to rt_centre, rt_network, rt_public, rt_family;
grant insert on consent_text to rt_network;
select make_append_only('consent_text');
insert into consent_text (purpose, version, language, title, body, covers, from_on, sha256)
select p, 1, l, t, b, c, date '2026-04-01', sha256(convert_to(t || b, 'UTF8')) from (values
  ('EDUCATION_NOTICE', 'en', 'Your child''s data', 'We keep what you tell us about your child to teach, care for and protect the child. It is seen by the centre''s staff who need it, kept as long as the law asks, and you may see, correct or ask to remove it at any time.', '{}'::text[]),
  ('EDUCATION_NOTICE', 'hi', 'आपके बच्चे का डेटा', 'आप अपने बच्चे के बारे में जो बताते हैं, हम उसे पढ़ाने, देखभाल और सुरक्षा के लिए रखते हैं। इसे केंद्र के वही कर्मचारी देखते हैं जिन्हें इसकी आवश्यकता है। आप इसे कभी भी देख, सुधार या हटवा सकते हैं।', '{}'),
  ('CONTACT_NOTICE', 'en', 'Your contact data', 'We use your name, mobile number and e-mail to answer your enquiry and to tell you about your child. You may ask us to stop at any time.', '{}'),
  ('CONTACT_NOTICE', 'hi', 'आपका संपर्क डेटा', 'हम आपके नाम, मोबाइल नंबर और ई-मेल का उपयोग आपकी पूछताछ का उत्तर देने और आपके बच्चे के बारे में बताने के लिए करते हैं। आप इसे कभी भी रोक सकते हैं।', '{}'),
  ('ADULT_DECLARATION', 'en', 'You are an adult', 'I am 18 years or older and the parent or legal guardian of this child.', '{}'),
  ('ADULT_DECLARATION', 'hi', 'आप वयस्क हैं', 'मेरी आयु 18 वर्ष या अधिक है और मैं इस बच्चे का माता-पिता या कानूनी अभिभावक हूँ।', '{}'),
  ('PHOTO_IN_APP', 'en', 'Photos in the app', 'You may show pictures of my child in the app to the families of the class and the centre.', '{CLASS,CENTRE}'),
  ('PHOTO_IN_APP', 'hi', 'ऐप में तस्वीरें', 'आप मेरे बच्चे की तस्वीरें ऐप में कक्षा और केंद्र के परिवारों को दिखा सकते हैं।', '{CLASS,CENTRE}'),
  ('PHOTO_PUBLIC', 'en', 'Photos in public', 'You may show pictures of my child on the website, in print and on Instagram, without the name.', '{}'),
  ('PHOTO_PUBLIC', 'hi', 'सार्वजनिक तस्वीरें', 'आप मेरे बच्चे की तस्वीरें, बिना नाम के, वेबसाइट, छपाई और इंस्टाग्राम पर दिखा सकते हैं।', '{}'),
  ('CLASS_RECORDING', 'en', 'Recordings', 'You may record online classes in which my child takes part, for the families of the class.', '{}'),
  ('CLASS_RECORDING', 'hi', 'रिकॉर्डिंग', 'आप उन ऑनलाइन कक्षाओं को, जिनमें मेरा बच्चा भाग लेता है, कक्षा के परिवारों के लिए रिकॉर्ड कर सकते हैं।', '{}'),
  ('HEALTH_SHARE', 'en', 'Health facts', 'You may tell a doctor or hospital my child''s health facts when care is needed.', '{}'),
  ('HEALTH_SHARE', 'hi', 'स्वास्थ्य जानकारी', 'देखभाल की आवश्यकता होने पर आप मेरे बच्चे की स्वास्थ्य जानकारी डॉक्टर या अस्पताल को दे सकते हैं।', '{}'),
  ('MESSAGES_SMS', 'en', 'SMS', 'You may write to me by SMS about my enquiry.', '{}'),
  ('MESSAGES_SMS', 'hi', 'एसएमएस', 'आप मेरी पूछताछ के बारे में मुझे एसएमएस भेज सकते हैं।', '{}'),
  ('MESSAGES_EMAIL', 'en', 'E-mail', 'You may write to me by e-mail about my enquiry.', '{}'),
  ('MESSAGES_EMAIL', 'hi', 'ई-मेल', 'आप मेरी पूछताछ के बारे में मुझे ई-मेल भेज सकते हैं।', '{}'),
  ('MESSAGES_WHATSAPP', 'en', 'WhatsApp', 'You may write to me by WhatsApp.', '{}'),
  ('MESSAGES_WHATSAPP', 'hi', 'व्हाट्सऐप', 'आप मुझे व्हाट्सऐप पर लिख सकते हैं।', '{}'),
  ('MESSAGES_MARKETING', 'en', 'News and offers', 'You may send me news and offers, at most two a week.', '{}'),
  ('MESSAGES_MARKETING', 'hi', 'समाचार और ऑफ़र', 'आप मुझे समाचार और ऑफ़र भेज सकते हैं, सप्ताह में अधिकतम दो।', '{}'),
  ('TRANSPORT_LIVE', 'en', 'Place of the bus', 'While your child is on the bus, its place is shown to you and to the centre. It is not kept longer than needed.', '{}'),
  ('TRANSPORT_LIVE', 'hi', 'बस का स्थान', 'जब आपका बच्चा बस में होता है, बस का स्थान आपको और केंद्र को दिखाया जाता है। इसे आवश्यकता से अधिक समय तक नहीं रखा जाता।', '{}'),
  ('THIRD_PARTY_TOOLS', 'en', 'Learning tools', 'My child may use the learning tool named beside this text.', '{}'),
  ('THIRD_PARTY_TOOLS', 'hi', 'शिक्षण साधन', 'मेरा बच्चा इस पाठ के साथ बताए गए शिक्षण साधन का उपयोग कर सकता है।', '{}'),
  ('APAAR', 'en', 'APAAR id', 'You may create or use my child''s APAAR id. I have signed the form.', '{}'),
  ('APAAR', 'hi', 'अपार आईडी', 'आप मेरे बच्चे की अपार आईडी बना या उपयोग कर सकते हैं। मैंने फ़ॉर्म पर हस्ताक्षर किए हैं।', '{}'),
  ('ALUMNI_CONTACT', 'en', 'After leaving', 'You may write to me after my child has left.', '{}'),
  ('ALUMNI_CONTACT', 'hi', 'जाने के बाद', 'मेरे बच्चे के जाने के बाद भी आप मुझे लिख सकते हैं।', '{}')
) as texts (p, l, t, b, c);

-- Who answered what, when and how; never changed, a new answer is a new row.
create table consent_answer (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  subject_kind text not null check (subject_kind in ('STUDENT', 'APPLICANT', 'HOUSEHOLD', 'GUARDIAN', 'CONTACT')), subject_id uuid not null,
  purpose text not null references consent_purpose (code), answer text not null check (answer in ('YES', 'NO', 'WITHDRAWN')),
  text_version int not null default 1, language text not null default 'en',
  by_guardian uuid, by_user uuid default public.scope_user(),
  method text not null check (method in ('APP', 'PUBLIC_FORM', 'PAPER', 'CODE', 'WHATSAPP_WORD', 'UNSUBSCRIBE', 'CENTRE_DESK')),
  evidence_file_id uuid, verified_by uuid, source_answer_id uuid, at timestamptz not null default now(),
  primary key (franchisee_id, id));
create index consent_answer_subject on consent_answer (franchisee_id, subject_kind, subject_id, purpose, at desc);
create index consent_answer_purpose on consent_answer (purpose);
select add_centre_policies('consent_answer');
select make_append_only('consent_answer');

-- What holds now, written in the answer's transaction: read by every gate.
create table consent_now (
  franchisee_id int not null, subject_kind text not null, subject_id uuid not null, purpose text not null references consent_purpose (code),
  allowed boolean not null, yes_by uuid[] not null default '{}', no_by uuid[] not null default '{}',
  text_version int not null default 1, covers text[] not null default '{}', changed_at timestamptz not null default now(),
  primary key (franchisee_id, subject_kind, subject_id, purpose));
create index consent_now_purpose on consent_now (purpose);
select make_centre_table('consent_now');

-- One person, one channel, one text. Addresses, values and texts lie sealed; lists show the masked form.
create table message (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), queued_at timestamptz not null default now(),
  kind text not null, channel text not null check (channel in ('SMS', 'WHATSAPP', 'EMAIL', 'APP')), language text not null,
  to_kind text not null check (to_kind in ('GUARDIAN', 'STAFF', 'CONTACT', 'VENDOR')), to_id uuid, to_user_id uuid, family_id uuid, enquiry_id uuid, student_ids uuid[] not null default '{}',
  address_sealed bytea, address_hash bytea, address_mask text, name_mask text, vars_sealed bytea not null, body_sealed bytea,
  subject_masked text, body_masked text check (length(body_masked) <= 2000),
  link_purpose text, link_subject_kind text, link_subject_id text, link_expires_at timestamptz,
  category text not null check (category in ('SERVICE', 'TRANSACTIONAL', 'PROMOTIONAL', 'CODE')), urgency text not null check (urgency in ('NOW', 'ROUTINE')),
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'SUPPRESSED', 'CANCELLED')),
  reason text check (length(reason) <= 200), units smallint, not_before timestamptz, expires_at timestamptz,
  sent_at timestamptz, delivered_at timestamptz, read_at timestamptz, failed_at timestamptz,
  provider text, provider_id text, attempts smallint not null default 0, source_kind text, source_id text,
  primary key (franchisee_id, id));
create index message_time on message (franchisee_id, queued_at desc, id desc);
create index message_network_time on message (queued_at desc, id desc);
create index message_family on message (franchisee_id, family_id, queued_at desc) where family_id is not null;
create index message_enquiry on message (franchisee_id, enquiry_id, queued_at desc) where enquiry_id is not null;
create index message_address on message (franchisee_id, address_hash, queued_at desc);
create index message_source on message (franchisee_id, source_kind, source_id);
create index message_open on message (queued_at) where status in ('QUEUED', 'SENDING', 'UNKNOWN');
select make_centre_table('message', '{address_sealed,vars_sealed,body_sealed,address_hash}');
-- A message's own life is its record; the change audit notes only that one was removed.
drop trigger record_change on message;
create trigger record_change after delete on message for each row execute function record_change('address_sealed', 'vars_sealed', 'body_sealed', 'address_hash');

-- The same fact to the same address once (communication.md 3.5); kept 90 days.
create table message_dedupe (
  franchisee_id int not null, dedupe_key text not null, channel text not null, to_key text not null, message_id uuid not null, at timestamptz not null default now(),
  primary key (franchisee_id, dedupe_key, channel, to_key));
create index message_dedupe_age on message_dedupe (at);
select add_centre_policies('message_dedupe');

-- Leads a provider's report to its centre.
create table message_ref (
  provider text not null, provider_id text not null, franchisee_id int not null, message_id uuid not null, queued_at timestamptz not null default now(),
  primary key (provider, provider_id));
create index message_ref_age on message_ref (queued_at);
grant select, insert on message_ref to rt_centre, rt_network;
grant delete on message_ref to rt_network;

create table message_attempt (
  franchisee_id int not null, message_id uuid not null, n smallint not null, at timestamptz not null default now(),
  provider text not null, outcome text not null check (outcome in ('SENT', 'REFUSED', 'NOT_SENT', 'UNKNOWN')), code text, ms int,
  primary key (franchisee_id, message_id, n));
select add_centre_policies('message_attempt');

create table suppression (
  channel text not null check (channel in ('SMS', 'EMAIL', 'WHATSAPP')), address_hash bytea not null, scope text not null check (scope in ('ALL', 'MARKETING')),
  reason text not null check (reason in ('HARD_BOUNCE', 'SOFT_BOUNCE', 'COMPLAINT', 'UNSUBSCRIBED', 'STOPPED', 'DND', 'WRONG_PERSON', 'INVALID')),
  since timestamptz not null default now(), until timestamptz, source text check (length(source) <= 80),
  primary key (channel, address_hash, scope));
select make_network_table('suppression', '{address_hash}');
