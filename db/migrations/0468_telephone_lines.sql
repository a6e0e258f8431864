-- A centre's telephone line is a channel too: whoever rang and was not answered is a lead (areas/enquiries.md 3.4, 6).
alter table lead_channel drop constraint lead_channel_provider_check,
  add constraint lead_channel_provider_check check (provider in ('GOOGLE', 'META', 'WHATSAPP', 'WEBSITE', 'TELEPHONY'));
alter table lead_intake drop constraint lead_intake_provider_check,
  add constraint lead_intake_provider_check check (provider in ('GOOGLE', 'META', 'WEBSITE', 'TELEPHONY'));
