-- What the migrations make. Written by `npm run schema`; a test keeps it true.

create table audit (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor text not null,
  actor_id integer,
  action text not null,
  target_id integer,
  school_id integer,
  details jsonb not null default '{}'::jsonb,
  visit_id uuid,
  teacher_id integer,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_action_check CHECK ((action ~ '^[a-z_]+$'::text)),
  constraint audit_actor_check CHECK ((actor = ANY (ARRAY['platform_admin'::text, 'user'::text, 'system'::text]))),
  constraint audit_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_check CHECK (((actor <> 'platform_admin'::text) OR (actor_id IS NULL))),
  constraint audit_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint audit_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE SET NULL,
  constraint audit_target_id_fkey FOREIGN KEY (target_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX audit_by_action ON public.audit USING btree (action, id);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, id);
CREATE INDEX audit_by_school ON public.audit USING btree (school_id, id);
CREATE INDEX audit_by_target ON public.audit USING btree (target_id, id);
CREATE INDEX audit_by_teacher ON public.audit USING btree (teacher_id, id) WHERE (teacher_id IS NOT NULL);
CREATE UNIQUE INDEX audit_by_visit ON public.audit USING btree (visit_id, action, ((details ->> 'kind'::text)), date_trunc('minute'::text, (at AT TIME ZONE 'UTC'::text))) WHERE (visit_id IS NOT NULL);

create table class_teachers (
  group_id integer not null,
  user_id integer not null,
  constraint class_teachers_pkey PRIMARY KEY (group_id, user_id),
  constraint class_teachers_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint class_teachers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX class_teachers_by_user ON public.class_teachers USING btree (user_id);

create table completions (
  user_id integer not null,
  subject_id text not null,
  year smallint not null,
  session text not null,
  paper text not null,
  timezone text,
  key text not null generated always as (((((((subject_id || '-'::text) || (year)::text) || '-'::text) || session) || '-'::text) || paper) || COALESCE(('-'::text || timezone), ''::text)) stored,
  is_completed boolean not null,
  score smallint,
  completed_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  marks text,
  attempt_id bigint not null default nextval('attempt_ids'::regclass),
  entered_at timestamp with time zone not null default date_trunc('milliseconds'::text, now()),
  note text,
  earlier_count smallint not null default 0,
  earlier_days date[] not null default '{}'::date[],
  earlier_best smallint,
  constraint completions_pkey PRIMARY KEY (user_id, key),
  constraint completions_check CHECK ((NOT ((year = 2020) AND (session = 'May'::text)))),
  constraint completions_check1 CHECK ((is_completed OR (score IS NULL))),
  constraint completions_check2 CHECK ((is_completed = (completed_at IS NOT NULL))),
  constraint completions_marks_check CHECK (((marks IS NULL) OR ((score IS NOT NULL) AND (marks ~ '^(0|[1-9]\d{0,2})/[1-9]\d{0,2}$'::text)))),
  constraint completions_note_check CHECK (((note IS NULL) OR (is_completed AND ((length(note) >= 1) AND (length(note) <= 500))))),
  constraint completions_paper_check CHECK ((paper = ANY (ARRAY['paper1'::text, 'paper2'::text, 'paper3'::text, 'essay'::text]))),
  constraint completions_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint completions_session_check CHECK ((session = ANY (ARRAY['May'::text, 'November'::text]))),
  constraint completions_subject_id_check CHECK ((subject_id ~ '^[a-z_]+$'::text)),
  constraint completions_timezone_check CHECK ((timezone = ANY (ARRAY['TZ1'::text, 'TZ2'::text]))),
  constraint completions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint completions_year_check CHECK (((year >= 2014) AND (year <= 2099)))
);
CREATE INDEX completions_newest ON public.completions USING btree (user_id, subject_id, completed_at DESC, entered_at DESC) INCLUDE (score) WHERE is_completed;
CREATE INDEX completions_removed_attempts ON public.completions USING btree (updated_at) WHERE ((NOT is_completed) AND (earlier_count > 0));
CREATE TRIGGER completions_added AFTER INSERT ON public.completions REFERENCING NEW TABLE AS changed_records FOR EACH STATEMENT EXECUTE FUNCTION keep_subject_work();
CREATE TRIGGER completions_changed AFTER UPDATE ON public.completions REFERENCING NEW TABLE AS changed_records FOR EACH STATEMENT EXECUTE FUNCTION keep_subject_work();

create table course_subjects (
  school_id integer not null,
  title text not null,
  subject_id text,
  constraint course_subjects_pkey PRIMARY KEY (school_id, title),
  constraint course_subjects_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE,
  constraint course_subjects_subject_id_check CHECK ((subject_id ~ '^[a-z_]+$'::text)),
  constraint course_subjects_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
);

create table earlier_attempts (
  user_id integer not null,
  completion_key text not null,
  entered_at timestamp with time zone not null,
  id bigint not null default nextval('attempt_ids'::regclass),
  completed_at timestamp with time zone not null,
  score smallint,
  marks text,
  note text,
  constraint earlier_attempts_pkey PRIMARY KEY (user_id, completion_key, entered_at),
  constraint earlier_attempts_marks_check CHECK (((marks IS NULL) OR ((score IS NOT NULL) AND (marks ~ '^(0|[1-9]\d{0,2})/[1-9]\d{0,2}$'::text)))),
  constraint earlier_attempts_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint earlier_attempts_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint earlier_attempts_user_id_completion_key_fkey FOREIGN KEY (user_id, completion_key) REFERENCES completions(user_id, key) ON DELETE CASCADE
);

create table evidence_looks (
  student_id integer not null,
  completion_key text not null,
  teacher_id integer not null,
  looked_at timestamp with time zone not null default now(),
  constraint evidence_looks_pkey PRIMARY KEY (student_id, completion_key, teacher_id),
  constraint evidence_looks_student_id_completion_key_fkey FOREIGN KEY (student_id, completion_key) REFERENCES completions(user_id, key) ON DELETE CASCADE,
  constraint evidence_looks_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX evidence_looks_by_teacher ON public.evidence_looks USING btree (teacher_id);

create table feedback (
  id integer not null generated always as identity,
  user_id integer,
  email text,
  message text not null,
  created_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_message_check CHECK ((message <> ''::text)),
  constraint feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX feedback_by_user ON public.feedback USING btree (user_id);

create table files (
  id integer not null generated always as identity,
  public_id text not null,
  user_id integer not null,
  completion_key text not null,
  file_type text not null,
  original_filename text not null,
  size_bytes integer not null,
  thumbnail_bytes integer,
  width integer,
  height integer,
  sha256 bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_check CHECK (((file_type = 'pdf'::text) = (width IS NULL))),
  constraint files_check1 CHECK (((width IS NULL) = (height IS NULL))),
  constraint files_file_type_check CHECK ((file_type = ANY (ARRAY['jpeg'::text, 'png'::text, 'gif'::text, 'pdf'::text]))),
  constraint files_height_check CHECK ((height > 0)),
  constraint files_original_filename_check CHECK ((original_filename <> ''::text)),
  constraint files_public_id_check CHECK ((public_id ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint files_public_id_key UNIQUE (public_id),
  constraint files_sha256_check CHECK ((length(sha256) = 32)),
  constraint files_size_bytes_check CHECK ((size_bytes > 0)),
  constraint files_thumbnail_bytes_check CHECK ((thumbnail_bytes > 0)),
  constraint files_user_id_completion_key_fkey FOREIGN KEY (user_id, completion_key) REFERENCES completions(user_id, key) ON DELETE CASCADE,
  constraint files_width_check CHECK ((width > 0))
);
CREATE INDEX files_by_completion ON public.files USING btree (user_id, completion_key);
CREATE TRIGGER files_added AFTER INSERT ON public.files REFERENCING NEW TABLE AS changed_files FOR EACH STATEMENT EXECUTE FUNCTION change_version();
CREATE TRIGGER files_removed AFTER DELETE ON public.files FOR EACH ROW EXECUTE FUNCTION note_removed_file();
CREATE TRIGGER files_taken_away AFTER DELETE ON public.files REFERENCING OLD TABLE AS changed_files FOR EACH STATEMENT EXECUTE FUNCTION change_version();

create table files_copied (
  public_id text not null,
  constraint files_copied_pkey PRIMARY KEY (public_id)
);

create table files_to_remove (
  public_id text not null,
  since timestamp with time zone not null default now(),
  constraint files_to_remove_pkey PRIMARY KEY (public_id)
);

create table group_members (
  group_id integer not null,
  link_id integer,
  user_id integer,
  joined_at timestamp with time zone not null default now(),
  left_at timestamp with time zone,
  by_roster boolean not null default false,
  constraint group_members_check CHECK ((num_nonnulls(link_id, user_id) = 1)),
  constraint group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint group_members_group_id_link_id_key UNIQUE (group_id, link_id),
  constraint group_members_group_id_user_id_key UNIQUE (group_id, user_id),
  constraint group_members_link_id_fkey FOREIGN KEY (link_id) REFERENCES teacher_students(id) ON DELETE CASCADE,
  constraint group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX group_members_by_link ON public.group_members USING btree (link_id);
CREATE INDEX group_members_by_user ON public.group_members USING btree (user_id);

create table groups (
  id integer not null generated always as identity,
  teacher_id integer,
  school_id integer,
  name text not null,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  sourced_id text,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_check CHECK ((num_nonnulls(teacher_id, school_id) = 1)),
  constraint groups_name_check CHECK ((name <> ''::text)),
  constraint groups_of_roster CHECK (((sourced_id IS NULL) OR (school_id IS NOT NULL))),
  constraint groups_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE,
  constraint groups_sourced_id_check CHECK (((length(sourced_id) >= 1) AND (length(sourced_id) <= 255))),
  constraint groups_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX groups_by_sourced_id ON public.groups USING btree (school_id, sourced_id) WHERE ((sourced_id IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX groups_by_teacher ON public.groups USING btree (teacher_id) WHERE (teacher_id IS NOT NULL);
CREATE UNIQUE INDEX groups_of_school ON public.groups USING btree (school_id, lower(name)) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX groups_of_teacher ON public.groups USING btree (teacher_id, lower(name)) WHERE (removed_at IS NULL);

create table identities (
  issuer text not null,
  subject text not null,
  user_id integer not null,
  school_id integer not null,
  created_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (issuer, subject),
  constraint identities_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE,
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint identities_user_id_issuer_key UNIQUE (user_id, issuer)
);
CREATE INDEX identities_by_school ON public.identities USING btree (school_id);

create table known_networks (
  key bytea not null,
  user_id integer,
  expires_at timestamp with time zone not null,
  constraint known_networks_pkey PRIMARY KEY (key),
  constraint known_networks_key_check CHECK ((length(key) = 32)),
  constraint known_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_networks_by_user ON public.known_networks USING btree (user_id, expires_at);

create table mail_links (
  id integer not null generated always as identity,
  token_hash bytea not null,
  kind text not null,
  user_id integer,
  email text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint mail_links_pkey PRIMARY KEY (id),
  constraint mail_links_email_check CHECK ((email = lower(email))),
  constraint mail_links_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'confirm'::text]))),
  constraint mail_links_token_hash_key UNIQUE (token_hash),
  constraint mail_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mail_links_by_email ON public.mail_links USING btree (email);
CREATE INDEX mail_links_by_user ON public.mail_links USING btree (user_id);
CREATE INDEX mail_links_expired ON public.mail_links USING btree (expires_at);

create table mails (
  id integer not null generated always as identity,
  cause text not null,
  kind text not null,
  user_id integer,
  recipient text not null,
  payload jsonb,
  is_secret boolean not null,
  message_id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null,
  next_try_at timestamp with time zone not null,
  give_up_at timestamp with time zone not null,
  tries integer not null default 0,
  taken_at timestamp with time zone,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_answer text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_cause_key UNIQUE (cause),
  constraint mails_check CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint mails_check1 CHECK (((sent_at IS NULL) OR (payload IS NULL))),
  constraint mails_check2 CHECK (((sent_at IS NOT NULL) OR (failed_at IS NOT NULL) OR (payload IS NOT NULL))),
  constraint mails_kind_check CHECK ((kind ~ '^[a-z_]+$'::text)),
  constraint mails_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text)),
  constraint mails_recipient_check CHECK ((recipient ~ '^[^[:space:][:cntrl:]<>,;:"@]+@[^[:space:][:cntrl:]<>,;:"@]+$'::text)),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mails_by_recipient ON public.mails USING btree (recipient, taken_at);
CREATE INDEX mails_by_user ON public.mails USING btree (user_id);
CREATE INDEX mails_failed ON public.mails USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX mails_sent ON public.mails USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX mails_waiting ON public.mails USING btree (next_try_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table migrations_set_aside (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null,
  constraint migrations_set_aside_pkey PRIMARY KEY (name)
);

create table preferences (
  user_id integer not null,
  year_ranges jsonb not null,
  timezone_overrides jsonb not null,
  updated_at timestamp with time zone not null default now(),
  sits text,
  papers text,
  pace jsonb,
  constraint preferences_pkey PRIMARY KEY (user_id),
  constraint preferences_pace_check CHECK (((jsonb_typeof(pace) = 'object'::text) AND (octet_length((pace)::text) <= 2000))),
  constraint preferences_papers_check CHECK ((papers = ANY (ARRAY['all'::text, 'set'::text]))),
  constraint preferences_sits_check CHECK ((sits = ANY (ARRAY['TZ1'::text, 'TZ2'::text, 'both'::text]))),
  constraint preferences_timezone_overrides_check CHECK ((jsonb_typeof(timezone_overrides) = 'object'::text)),
  constraint preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint preferences_year_ranges_check CHECK ((jsonb_typeof(year_ranges) = 'object'::text))
);

create table removed_links (
  id integer not null generated always as identity,
  teacher_id integer not null,
  student_id integer,
  email text,
  name text,
  invitation_token text not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  declined_at timestamp with time zone,
  pending_since timestamp with time zone not null,
  removed_at timestamp with time zone not null default now(),
  groups jsonb not null default '[]'::jsonb,
  set_work uuid[] not null default '{}'::uuid[],
  set_aside_until timestamp with time zone,
  by_roster boolean not null default false,
  constraint removed_links_pkey PRIMARY KEY (id),
  constraint removed_links_reachable CHECK (((email IS NOT NULL) OR (student_id IS NOT NULL))),
  constraint removed_links_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint removed_links_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX removed_links_by_email ON public.removed_links USING btree (email);
CREATE INDEX removed_links_by_student ON public.removed_links USING btree (student_id);
CREATE UNIQUE INDEX removed_links_of_teacher ON public.removed_links USING btree (teacher_id, COALESCE(email, (student_id)::text));

create table school_month_sums (
  school_id integer not null,
  month date not null,
  completed integer not null,
  constraint school_month_sums_pkey PRIMARY KEY (school_id, month),
  constraint school_month_sums_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE
);

create table school_people (
  school_id integer not null,
  users integer not null,
  teachers integer not null,
  students integer not null,
  unconfirmed integer not null,
  constraint school_people_pkey PRIMARY KEY (school_id),
  constraint school_people_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE
);

create table school_sign_ins (
  school_id integer not null,
  kind text not null,
  issuer text not null,
  tenant text,
  client_id text not null,
  client_secret bytea not null,
  makes_students boolean not null default false,
  only_sign_in boolean not null default false,
  tested_at timestamp with time zone,
  last_test jsonb,
  constraint school_sign_ins_pkey PRIMARY KEY (school_id),
  constraint school_sign_ins_check CHECK (((kind = 'entra'::text) = (tenant IS NOT NULL))),
  constraint school_sign_ins_client_id_check CHECK ((client_id <> ''::text)),
  constraint school_sign_ins_issuer_check CHECK ((issuer <> ''::text)),
  constraint school_sign_ins_kind_check CHECK ((kind = ANY (ARRAY['google'::text, 'entra'::text, 'other'::text]))),
  constraint school_sign_ins_last_test_check CHECK ((jsonb_typeof(last_test) = 'array'::text)),
  constraint school_sign_ins_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE
);

create table school_subject_sums (
  school_id integer not null,
  subject_id text not null,
  completed integer not null,
  score_sum bigint not null,
  score_count integer not null,
  bands integer[] not null default '{0,0,0,0,0}'::integer[],
  constraint school_subject_sums_pkey PRIMARY KEY (school_id, subject_id),
  constraint school_subject_sums_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE
);

create table school_sums (
  school_id integer not null,
  active_students integer not null,
  constraint school_sums_pkey PRIMARY KEY (school_id),
  constraint school_sums_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE
);

create table schools (
  id integer not null generated always as identity,
  name text not null,
  domain_pattern text not null,
  created_at timestamp with time zone not null default now(),
  share_pages boolean not null default true,
  keeps_months smallint not null default 6,
  joins_by_domain boolean not null default true,
  constraint schools_pkey PRIMARY KEY (id),
  constraint schools_domain_pattern_check CHECK ((domain_pattern ~ '^@[a-z0-9.-]+$'::text)),
  constraint schools_domain_pattern_key UNIQUE (domain_pattern),
  constraint schools_keeps_months_check CHECK (((keeps_months >= 1) AND (keeps_months <= 60))),
  constraint schools_name_check CHECK ((name <> ''::text))
);

create table secrets (
  name text not null,
  value bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint secrets_pkey PRIMARY KEY (name)
);

create table sessions (
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  is_impersonation boolean not null default false,
  id uuid not null default gen_random_uuid(),
  device text,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_check CHECK ((expires_at > created_at)),
  constraint sessions_device_check CHECK ((length(device) <= 100)),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

create table set_work (
  id uuid not null,
  teacher_id integer not null,
  subject_id text not null,
  audience text not null,
  group_id integer,
  due_on date not null,
  line text,
  created_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  constraint set_work_pkey PRIMARY KEY (id),
  constraint set_work_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'group'::text, 'chosen'::text]))),
  constraint set_work_check CHECK (((audience = 'group'::text) = (group_id IS NOT NULL))),
  constraint set_work_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint set_work_line_check CHECK (((length(line) >= 1) AND (length(line) <= 200))),
  constraint set_work_subject_id_check CHECK ((subject_id ~ '^[a-z_]+$'::text)),
  constraint set_work_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX set_work_by_group ON public.set_work USING btree (group_id);
CREATE INDEX set_work_by_teacher ON public.set_work USING btree (teacher_id, due_on);

create table set_work_papers (
  set_id uuid not null,
  "position" smallint not null,
  key text not null,
  counts text[] not null,
  constraint set_work_papers_pkey PRIMARY KEY (set_id, "position"),
  constraint set_work_papers_set_id_fkey FOREIGN KEY (set_id) REFERENCES set_work(id) ON DELETE CASCADE
);

create table set_work_students (
  set_id uuid not null,
  link_id integer not null,
  constraint set_work_students_pkey PRIMARY KEY (set_id, link_id),
  constraint set_work_students_link_id_fkey FOREIGN KEY (link_id) REFERENCES teacher_students(id) ON DELETE CASCADE,
  constraint set_work_students_set_id_fkey FOREIGN KEY (set_id) REFERENCES set_work(id) ON DELETE CASCADE
);
CREATE INDEX set_work_students_by_link ON public.set_work_students USING btree (link_id);

create table share_pages (
  id uuid not null,
  user_id integer not null,
  token_hash bytea not null,
  sealed_token bytea not null,
  name text not null,
  subjects text[] not null,
  ends_on date not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint share_pages_pkey PRIMARY KEY (id),
  constraint share_pages_name_check CHECK ((name <> ''::text)),
  constraint share_pages_subjects_check CHECK ((cardinality(subjects) > 0)),
  constraint share_pages_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint share_pages_token_hash_key UNIQUE (token_hash),
  constraint share_pages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX share_pages_by_user ON public.share_pages USING btree (user_id);
CREATE INDEX share_pages_ended ON public.share_pages USING btree (ends_on);

create table shared_evidence (
  user_id integer not null,
  subject_id text not null,
  shared_at timestamp with time zone not null default now(),
  constraint shared_evidence_pkey PRIMARY KEY (user_id, subject_id),
  constraint shared_evidence_subject_id_check CHECK ((subject_id ~ '^[a-z_]+$'::text)),
  constraint shared_evidence_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sign_in_attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  school_id integer not null,
  purpose text not null,
  user_id integer,
  nonce text not null,
  verifier text not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (state_hash),
  constraint sign_in_attempts_browser_hash_check CHECK ((length(browser_hash) = 32)),
  constraint sign_in_attempts_check CHECK (((purpose = 'join'::text) = (user_id IS NOT NULL))),
  constraint sign_in_attempts_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'join'::text, 'test'::text]))),
  constraint sign_in_attempts_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE,
  constraint sign_in_attempts_state_hash_check CHECK ((length(state_hash) = 32)),
  constraint sign_in_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_attempts_expired ON public.sign_in_attempts USING btree (expires_at);

create table sign_in_codes (
  code_hash bytea not null,
  browser_hash bytea not null,
  kind text not null,
  user_id integer not null,
  school_id integer not null,
  issuer text,
  subject text,
  proved_email text,
  expires_at timestamp with time zone not null,
  constraint sign_in_codes_pkey PRIMARY KEY (code_hash),
  constraint sign_in_codes_browser_hash_check CHECK ((length(browser_hash) = 32)),
  constraint sign_in_codes_check CHECK (((kind = 'join'::text) = (issuer IS NOT NULL))),
  constraint sign_in_codes_check1 CHECK (((kind = 'join'::text) = (subject IS NOT NULL))),
  constraint sign_in_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint sign_in_codes_kind_check CHECK ((kind = ANY (ARRAY['session'::text, 'join'::text]))),
  constraint sign_in_codes_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE,
  constraint sign_in_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_codes_expired ON public.sign_in_codes USING btree (expires_at);

create table student_work (
  user_id integer not null,
  school_id integer,
  subjects text not null default ''::text,
  done text not null default ''::text,
  sums text not null default ''::text,
  version uuid not null default gen_random_uuid(),
  constraint student_work_pkey PRIMARY KEY (user_id),
  constraint student_work_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX student_work_of_school ON public.student_work USING btree (school_id) WHERE (school_id IS NOT NULL);

create table subject_work (
  user_id integer not null,
  subject_id text not null,
  last_done_at timestamp with time zone,
  scores smallint[] not null,
  done bytea not null default '\x'::bytea,
  sums bytea not null default '\x'::bytea,
  constraint subject_work_pkey PRIMARY KEY (user_id, subject_id),
  constraint subject_work_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table teacher_students (
  id integer not null generated always as identity,
  teacher_id integer not null,
  student_id integer,
  email text,
  name text,
  status text not null,
  invitation_token text not null,
  created_at timestamp with time zone not null default now(),
  activated_at timestamp with time zone,
  declined_at timestamp with time zone,
  pending_since timestamp with time zone not null default now(),
  set_aside_until timestamp with time zone,
  by_roster boolean not null default false,
  constraint teacher_students_pkey PRIMARY KEY (id),
  constraint teacher_students_check CHECK ((teacher_id <> student_id)),
  constraint teacher_students_check1 CHECK (((status = 'pending'::text) OR (student_id IS NOT NULL))),
  constraint teacher_students_check2 CHECK (((status = 'active'::text) = (activated_at IS NOT NULL))),
  constraint teacher_students_email_check CHECK ((email = lower(email))),
  constraint teacher_students_invitation_token_key UNIQUE (invitation_token),
  constraint teacher_students_name_check CHECK ((name <> ''::text)),
  constraint teacher_students_reachable CHECK (((email IS NOT NULL) OR (status = 'active'::text))),
  constraint teacher_students_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text]))),
  constraint teacher_students_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint teacher_students_teacher_id_email_key UNIQUE (teacher_id, email),
  constraint teacher_students_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint teacher_students_teacher_id_student_id_key UNIQUE (teacher_id, student_id)
);
CREATE INDEX teacher_students_active ON public.teacher_students USING btree (teacher_id, student_id) WHERE (status = 'active'::text);
CREATE INDEX teacher_students_by_student ON public.teacher_students USING btree (student_id);
CREATE INDEX teacher_students_waiting ON public.teacher_students USING btree (email) WHERE (status = 'pending'::text);

create table teacher_subjects (
  teacher_id integer not null,
  subject_id text not null,
  constraint teacher_subjects_pkey PRIMARY KEY (teacher_id, subject_id),
  constraint teacher_subjects_subject_id_check CHECK ((subject_id ~ '^[a-z_]+$'::text)),
  constraint teacher_subjects_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE
);

create unlogged table throttles (
  key bytea not null,
  count integer not null,
  resets_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  is_refused boolean not null default false,
  constraint throttles_pkey PRIMARY KEY (key),
  constraint throttles_count_check CHECK ((count > 0)),
  constraint throttles_key_check CHECK ((length(key) = 32))
);
CREATE INDEX throttles_by_reset ON public.throttles USING btree (resets_at);

create table user_subjects (
  user_id integer not null,
  subject_id text not null,
  "position" smallint not null,
  constraint user_subjects_pkey PRIMARY KEY (user_id, subject_id),
  constraint user_subjects_position_check CHECK (("position" >= 0)),
  constraint user_subjects_subject_id_check CHECK ((subject_id ~ '^[a-z_]+$'::text)),
  constraint user_subjects_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER user_subjects_added AFTER INSERT ON public.user_subjects REFERENCING NEW TABLE AS changed_subjects FOR EACH STATEMENT EXECUTE FUNCTION keep_taken_subjects();
CREATE TRIGGER user_subjects_changed AFTER UPDATE ON public.user_subjects REFERENCING NEW TABLE AS changed_subjects FOR EACH STATEMENT EXECUTE FUNCTION keep_taken_subjects();
CREATE TRIGGER user_subjects_removed AFTER DELETE ON public.user_subjects REFERENCING OLD TABLE AS changed_subjects FOR EACH STATEMENT EXECUTE FUNCTION keep_taken_subjects();

create table users (
  id integer not null generated always as identity,
  username text,
  username_key text,
  email text,
  password_hash text not null,
  role text not null,
  school_id integer,
  created_at timestamp with time zone not null default now(),
  username_look text,
  must_change_password boolean not null default false,
  email_confirmed_at timestamp with time zone,
  email_waits boolean not null default false,
  name text,
  active_on date,
  archived_role text,
  archived_at timestamp with time zone,
  erase_on date,
  sourced_id text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_archived CHECK ((num_nonnulls(archived_role, archived_at, erase_on) =
CASE
    WHEN (role = 'archived'::text) THEN 3
    ELSE 0
END)),
  constraint users_archived_role_check CHECK ((archived_role = ANY (ARRAY['student'::text, 'teacher'::text]))),
  constraint users_check CHECK (((username IS NULL) = (username_key IS NULL))),
  constraint users_check2 CHECK (((role <> 'school_admin'::text) OR (school_id IS NOT NULL))),
  constraint users_confirmed CHECK (((email_confirmed_at IS NULL) OR ((email IS NOT NULL) AND (NOT email_waits)))),
  constraint users_email_check CHECK (((email = lower(email)) AND (email ~~ '_%@_%'::text))),
  constraint users_email_key UNIQUE (email),
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint users_reachable CHECK (((email IS NOT NULL) OR (username IS NOT NULL))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['student'::text, 'teacher'::text, 'school_admin'::text, 'archived'::text]))),
  constraint users_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint users_sourced_id_check CHECK (((length(sourced_id) >= 1) AND (length(sourced_id) <= 255))),
  constraint users_username_check CHECK (((username <> ''::text) AND (POSITION(('@'::text) IN (username)) = 0))),
  constraint users_username_key_key UNIQUE (username_key),
  constraint users_username_look_key UNIQUE (username_look)
);
CREATE INDEX users_by_name ON public.users USING btree (school_id, COALESCE(username_key, email), id);
CREATE INDEX users_by_school ON public.users USING btree (school_id, id) INCLUDE (role);
CREATE UNIQUE INDEX users_by_sourced_id ON public.users USING btree (school_id, sourced_id) WHERE (sourced_id IS NOT NULL);
CREATE INDEX users_staff ON public.users USING btree (school_id, role) INCLUDE (id) WHERE (role <> 'student'::text);
CREATE INDEX users_students ON public.users USING btree (school_id, COALESCE(active_on, day_of(created_at))) INCLUDE (id, active_on, created_at) WHERE (role = 'student'::text);
CREATE INDEX users_to_erase ON public.users USING btree (erase_on) WHERE (erase_on IS NOT NULL);
CREATE INDEX users_unconfirmed ON public.users USING btree (school_id) WHERE ((email IS NOT NULL) AND (email_confirmed_at IS NULL) AND (role <> 'school_admin'::text));
CREATE TRIGGER users_added AFTER INSERT ON public.users REFERENCING NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION count_new_users();
CREATE TRIGGER users_changed AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_users NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION count_changed_users();
CREATE TRIGGER users_deleted BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION count_deleted_user();
CREATE TRIGGER users_erased BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION erase_traces();
CREATE TRIGGER users_gone AFTER DELETE ON public.users REFERENCING OLD TABLE AS old_users FOR EACH STATEMENT EXECUTE FUNCTION count_gone_users();
CREATE TRIGGER users_left_address AFTER UPDATE OF email ON public.users FOR EACH ROW WHEN ((old.email IS DISTINCT FROM new.email)) EXECUTE FUNCTION end_weekly_mail();
CREATE TRIGGER users_left_groups AFTER UPDATE OF school_id ON public.users FOR EACH ROW WHEN ((old.school_id IS DISTINCT FROM new.school_id)) EXECUTE FUNCTION leave_groups();
CREATE TRIGGER users_left_school BEFORE UPDATE OF school_id ON public.users FOR EACH ROW WHEN (((old.school_id IS DISTINCT FROM new.school_id) AND (old.school_id IS NOT NULL))) EXECUTE FUNCTION forget_sourced_id();
CREATE TRIGGER users_moved AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_users NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION count_moved_users();
CREATE TRIGGER users_parted AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_users NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION part_schools();
CREATE TRIGGER users_sharing AFTER UPDATE OF school_id ON public.users FOR EACH ROW WHEN ((old.school_id IS DISTINCT FROM new.school_id)) EXECUTE FUNCTION end_sharing();

create table weekly_mails (
  user_id integer not null,
  email text not null,
  weekday smallint not null,
  time_zone text not null,
  next_at timestamp with time zone,
  token_hash bytea not null,
  sealed_token bytea not null,
  constraint weekly_mails_pkey PRIMARY KEY (user_id),
  constraint weekly_mails_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  constraint weekly_mails_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint weekly_mails_token_hash_key UNIQUE (token_hash),
  constraint weekly_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint weekly_mails_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX weekly_mails_due ON public.weekly_mails USING btree (next_at) WHERE (next_at IS NOT NULL);

create table words (
  id uuid not null,
  teacher_id integer not null,
  student_id integer not null,
  completion_key text not null,
  is_from_teacher boolean not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  removed_at timestamp with time zone,
  unlinked_at timestamp with time zone,
  constraint words_pkey PRIMARY KEY (id),
  constraint words_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint words_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint words_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500)))
);
CREATE INDEX words_by_student ON public.words USING btree (student_id, completion_key);
CREATE INDEX words_by_teacher ON public.words USING btree (teacher_id, student_id);

CREATE OR REPLACE FUNCTION public.add_active_students(school_ids integer[], students integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into school_sums as s (school_id, active_students)
  select school_id, sum(count)
  from unnest(school_ids, students) as t (school_id, count)
  group by school_id
  having sum(count) <> 0
  order by school_id
  on conflict (school_id) do update set active_students = s.active_students + excluded.active_students;
$function$
;
CREATE OR REPLACE FUNCTION public.add_attempt(of_user integer, subject_id text, year integer, session text, paper text, timezone text, day date, new_score integer, new_marks text, new_note text, entered timestamp with time zone, most integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  of_key text := subject_id || '-' || year || '-' || session || '-' || paper || coalesce('-' || timezone, '');
  c completions;
begin
  perform lock_users(array[of_user]);
  select * into c from completions where user_id = of_user and key = of_key;
  if entered is null then
    entered := (
      select max(t.entered_at) from (
        select c.entered_at, c.completed_at, c.score, c.marks, c.note where c.is_completed
        union all
        select e.entered_at, e.completed_at, e.score, e.marks, e.note
        from earlier_attempts e where e.user_id = of_user and e.completion_key = of_key and c.is_completed
      ) as t
      where t.entered_at > now() - interval '10 seconds'
        and (t.score, t.marks, t.note) is not distinct from (new_score, new_marks, nullif(new_note, ''))
        and day_of(t.completed_at) = day_of(coalesce(time_on(day), now())));
    entered := coalesce(entered, date_trunc('milliseconds', now()));
  end if;
  if c.is_completed is not true then
    perform set_completions(array[of_user], array[subject_id], array[year], array[session], array[paper],
      array[timezone], array[true], array[new_score], array[new_marks], array[day], array[new_note], null, false);
    update completions set entered_at = entered where user_id = of_user and key = of_key;
    return true;
  end if;
  perform spread_attempts(of_user, of_key);
  insert into earlier_attempts as a (user_id, completion_key, entered_at, completed_at, score, marks, note)
  values (of_user, of_key, entered, coalesce(time_on(day), now()), new_score, new_marks, nullif(new_note, ''))
  on conflict (user_id, completion_key, entered_at) do update set
    completed_at = case
      when day is null or day_of(a.completed_at) = day then a.completed_at else excluded.completed_at end,
    score = excluded.score, marks = excluded.marks,
    note = case when new_note is null then a.note else excluded.note end;
  perform gather_attempts(of_user, of_key);
  select * into c from completions where user_id = of_user and key = of_key;
  -- The caller takes it back.
  return c.earlier_count < most;
end
$function$
;
CREATE OR REPLACE FUNCTION public.add_people(school_ids integer[], roles text[], unconfirmed boolean[], signs integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into school_people as s (school_id, users, teachers, students, unconfirmed)
  select * from (
    select school_id, sum(sign) as users, coalesce(sum(sign) filter (where role = 'teacher'), 0) as teachers,
      coalesce(sum(sign) filter (where role = 'student'), 0) as students,
      coalesce(sum(sign) filter (where t.unconfirmed), 0) as unconfirmed
    from unnest(school_ids, roles, unconfirmed, signs) as t (school_id, role, unconfirmed, sign)
    where school_id is not null and role <> 'archived'
    group by school_id
  ) as added
  where (users, teachers, students, added.unconfirmed) <> (0, 0, 0, 0)
  order by school_id
  on conflict (school_id) do update set
    users = s.users + excluded.users, teachers = s.teachers + excluded.teachers,
    students = s.students + excluded.students, unconfirmed = s.unconfirmed + excluded.unconfirmed;
end
$function$
;
CREATE OR REPLACE FUNCTION public.add_to_sums(school_ids integer[], subject_ids text[], months date[], completed integer[], score_sums integer[], score_counts integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into school_subject_sums as s (school_id, subject_id, completed, score_sum, score_count, bands)
  select * from (
    select school_id, subject_id, sum(papers) as papers, sum(score) as score, sum(scored) as scored,
      array[
        coalesce(sum(scored) filter (where band = 1), 0), coalesce(sum(scored) filter (where band = 2), 0),
        coalesce(sum(scored) filter (where band = 3), 0), coalesce(sum(scored) filter (where band = 4), 0),
        coalesce(sum(scored) filter (where band = 5), 0)
      ]::integer[] as bands
    from unnest(school_ids, subject_ids, completed, score_sums, score_counts)
        as t (school_id, subject_id, papers, score, scored),
      lateral (select score_band(abs(score)) as band) as b
    group by school_id, subject_id
  ) as added
  where papers <> 0 or score <> 0 or scored <> 0 or bands <> '{0,0,0,0,0}'
  order by school_id, subject_id
  on conflict (school_id, subject_id) do update set
    completed = s.completed + excluded.completed,
    score_sum = s.score_sum + excluded.score_sum,
    score_count = s.score_count + excluded.score_count,
    bands = array[
      s.bands[1] + excluded.bands[1], s.bands[2] + excluded.bands[2], s.bands[3] + excluded.bands[3],
      s.bands[4] + excluded.bands[4], s.bands[5] + excluded.bands[5]];

  insert into school_month_sums as s (school_id, month, completed)
  select school_id, month, sum(papers)
  from unnest(school_ids, months, completed) as t (school_id, month, papers)
  group by school_id, month
  having sum(papers) <> 0
  order by school_id, month
  on conflict (school_id, month) do update set completed = s.completed + excluded.completed;
$function$
;
CREATE OR REPLACE FUNCTION public.base64(bytes bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select replace(encode(bytes, 'base64'), E'\n', '')
$function$
;
CREATE OR REPLACE FUNCTION public.change_attempt(of_user integer, of_id bigint, day date, new_score integer, new_marks text, new_note text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  of_key text;
begin
  perform lock_users(array[of_user]);
  of_key := paper_of_attempt(of_user, of_id);
  if of_key is null then return null; end if;
  perform spread_attempts(of_user, of_key);
  update earlier_attempts set
    completed_at = case when day_of(completed_at) = day then completed_at else time_on(day) end,
    score = new_score, marks = new_marks, note = case when new_note is null then note else nullif(new_note, '') end
  where user_id = of_user and completion_key = of_key and id = of_id;
  perform gather_attempts(of_user, of_key);
  return of_key;
end
$function$
;
CREATE OR REPLACE FUNCTION public.change_attempts(of_user integer, changes jsonb, most integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  is_outdated boolean;
  is_too_many boolean;
  todo jsonb;
  keys text[];
begin
  perform lock_users(array[of_user]);
  if not exists (select from users where id = of_user) then return 'no user'; end if;

  with wanted as (
    select change, change->>'key' as key, (change->>'entered_at')::timestamptz as entered_at,
      nullif(change->'was', 'null') as was, nullif(change->'becomes', 'null') as becomes
    from jsonb_array_elements(changes) as t (change)
  ), there as (
    select key, entered_at, jsonb_build_object(
      'done_on', day_of(completed_at), 'score', score, 'marks', marks, 'note', note) as value
    from (
      select key, entered_at, completed_at, score, marks, note
      from completions where user_id = of_user and is_completed
      union all
      select key, e.entered_at, e.completed_at, e.score, e.marks, e.note
      from earlier_attempts e join completions c on c.user_id = e.user_id and c.key = e.completion_key
      where e.user_id = of_user and c.is_completed
    ) as attempts
  ), compared as (
    select wanted.*, there.value from wanted left join there using (key, entered_at)
  )
  select
    bool_or(value is distinct from was and value is distinct from becomes
      -- The same was entered elsewhere since the spreadsheet was compared.
      or (value is null and becomes is not null and exists (
        select from there t where t.key = compared.key and t.value = compared.becomes))),
    jsonb_agg(change) filter (where value is distinct from becomes),
    array_agg(distinct key) filter (where value is distinct from becomes),
    exists (
      select from (
        select key, 1 as attempts from there
        union all
        select key, (becomes is not null)::integer - (value is not null)::integer from compared
      ) as counted
      group by key having sum(attempts) > most)
  into is_outdated, todo, keys, is_too_many from compared;
  if is_outdated then return 'outdated'; end if;
  if keys is null then return 'changed'; end if;
  if is_too_many then return 'too many'; end if;

  -- A paper that is ticked anew begins anew.
  delete from earlier_attempts e using completions c
  where e.user_id = of_user and e.completion_key = any(keys) and c.user_id = of_user and c.key = e.completion_key
    and not c.is_completed;
  insert into completions (user_id, subject_id, year, session, paper, timezone, is_completed)
  select distinct of_user, subject_id, year, session, paper, timezone, false
  from jsonb_to_recordset(todo) as t (subject_id text, year integer, session text, paper text, timezone text)
  on conflict (user_id, key) do nothing;

  -- In three steps, as one attempt is changed, for all papers together: the newest are put to the earlier ones, these are
  -- changed, and the newest of each paper is made its record again.
  insert into earlier_attempts (user_id, completion_key, entered_at, id, completed_at, score, marks, note)
  select user_id, key, entered_at, attempt_id, completed_at, score, marks, note
  from completions where user_id = of_user and key = any(keys) and is_completed;

  delete from earlier_attempts a
  using jsonb_to_recordset(todo) as t (key text, entered_at timestamptz, becomes jsonb)
  where a.user_id = of_user and a.completion_key = t.key and a.entered_at = t.entered_at and t.becomes is null;
  insert into earlier_attempts as a (user_id, completion_key, entered_at, completed_at, score, marks, note)
  select of_user, t.key, t.entered_at, time_on((becomes->>'done_on')::date), (becomes->>'score')::smallint,
    becomes->>'marks', becomes->>'note'
  from jsonb_to_recordset(todo) as t (key text, entered_at timestamptz, becomes jsonb)
  where becomes is not null
  on conflict (user_id, completion_key, entered_at) do update set
    completed_at = case
      when day_of(a.completed_at) = day_of(excluded.completed_at) then a.completed_at else excluded.completed_at end,
    score = excluded.score, marks = excluded.marks, note = excluded.note;

  perform write_records(
    array_agg(of_user), array_agg(c.subject_id), array_agg(c.year::integer), array_agg(c.session), array_agg(c.paper),
    array_agg(c.timezone), array_agg(newest.id is not null), array_agg(newest.score::integer), array_agg(newest.marks),
    array_agg(newest.completed_at), false)
  from completions c left join (
    select distinct on (completion_key) * from earlier_attempts
    where user_id = of_user and completion_key = any(keys)
    order by completion_key, day_of(completed_at) desc, entered_at desc
  ) as newest on newest.completion_key = c.key
  where c.user_id = of_user and c.key = any(keys);

  with newest as (
    delete from earlier_attempts where (user_id, completion_key, entered_at) in (
      select distinct on (completion_key) user_id, completion_key, entered_at from earlier_attempts
      where user_id = of_user and completion_key = any(keys)
      order by completion_key, day_of(completed_at) desc, entered_at desc
    ) returning *
  )
  update completions c set attempt_id = newest.id, entered_at = newest.entered_at, note = newest.note
  from newest where c.user_id = of_user and c.key = newest.completion_key;

  update completions c set
    earlier_count = earlier.count, earlier_days = earlier.days, earlier_best = earlier.best, updated_at = now()
  from (
    select k.key, count(e.id) as count, max(e.score) as best,
      coalesce(array_agg(day_of(e.completed_at) order by e.completed_at) filter (where e.id is not null), '{}') as days
    from unnest(keys) as k (key)
    left join earlier_attempts e on e.user_id = of_user and e.completion_key = k.key
    group by k.key
  ) as earlier
  where c.user_id = of_user and c.key = earlier.key;
  return 'changed';
end
$function$
;
CREATE OR REPLACE FUNCTION public.change_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update student_work set version = gen_random_uuid() where user_id in (select user_id from changed_files);
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.count_changed_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved integer[];
begin
  perform add_people(array_agg(school_id), array_agg(role), array_agg(unconfirmed), array_agg(sign)) from (
    select v.*
    from old_users o join new_users n using (id), lateral (values
      (o.school_id, o.role, is_unconfirmed(o.role, o.email, o.email_confirmed_at), -1),
      (n.school_id, n.role, is_unconfirmed(n.role, n.email, n.email_confirmed_at), 1)
    ) as v (school_id, role, unconfirmed, sign)
    where (o.school_id, o.role, o.email is null, o.email_confirmed_at is null)
      is distinct from (n.school_id, n.role, n.email is null, n.email_confirmed_at is null)
  ) as changes having count(*) > 0;

  select array_agg(id) into moved from old_users o join new_users n using (id)
  where counted_school(o.role, o.school_id) is distinct from counted_school(n.role, n.school_id);
  if moved is not null then
    perform keep_student_work(moved);
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.count_deleted_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_users(array[old.id]);
  perform move_students(array[old.id], array[counted_school(old.role, old.school_id)], array[null::integer]);
  return old;
end
$function$
;
CREATE OR REPLACE FUNCTION public.count_gone_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_people(array_agg(school_id), array_agg(role), array_agg(is_unconfirmed(role, email, email_confirmed_at)),
    array_agg(-1)) from old_users;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.count_moved_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved record;
begin
  select array_agg(id) as ids, array_agg(old_school) as old_schools, array_agg(new_school) as new_schools
  into moved from (
    select id, counted_school(o.role, o.school_id) as old_school, counted_school(n.role, n.school_id) as new_school
    from old_users o join new_users n using (id)
  ) as t
  where old_school is distinct from new_school;
  if moved.ids is not null then
    perform lock_users(moved.ids);
    perform move_students(moved.ids, moved.old_schools, moved.new_schools);
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.count_new_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into student_work (user_id, school_id) select id, counted_school(role, school_id) from new_users;
  perform add_people(array_agg(school_id), array_agg(role), array_agg(is_unconfirmed(role, email, email_confirmed_at)),
    array_agg(1)) from new_users;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.counted_school(role text, school_id integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when role = 'student' then school_id end
$function$
;
CREATE OR REPLACE FUNCTION public.day_of(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (at at time zone 'UTC')::date
$function$
;
CREATE OR REPLACE FUNCTION public.done_in(done bytea, place integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when length(done) >= place * 3
    then (get_byte(done, place * 3 - 3) << 16) | (get_byte(done, place * 3 - 2) << 8) | get_byte(done, place * 3 - 1)
    else 0 end
$function$
;
CREATE OR REPLACE FUNCTION public.end_sharing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from shared_evidence where user_id = new.id;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.end_weekly_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update weekly_mails set next_at = null where user_id = new.id and next_at is not null;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.erase_traces()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from feedback where user_id = old.id or (user_id is null and lower(email) = old.email);
  delete from teacher_students where email = old.email and status = 'pending';
  delete from removed_links where email = old.email;
  delete from mails where recipient = old.email;
  return old;
end
$function$
;
CREATE OR REPLACE FUNCTION public.folded(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when octet_length(given) = length(given) then lower(given)
    else regexp_replace(normalize(lower(given), nfkd), '[\u0300-\u036F]', '', 'g') end
$function$
;
CREATE OR REPLACE FUNCTION public.forget_removed_attempts(before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  old record;
begin
  select array_agg(user_id) as user_ids, array_agg(key) as keys, count(*) as count into old from (
    select user_id, key from completions
    where not is_completed and earlier_count > 0 and updated_at < before
    order by updated_at limit most
  ) as t;
  perform lock_users(old.user_ids);
  -- It may have been ticked again meanwhile.
  with still as (
    update completions c set earlier_count = 0
    from unnest(old.user_ids, old.keys) as t (user_id, key)
    where c.user_id = t.user_id and c.key = t.key and not c.is_completed and c.updated_at < before
    returning c.user_id, c.key
  )
  delete from earlier_attempts a using still s where a.user_id = s.user_id and a.completion_key = s.key;
  return old.count;
end
$function$
;
CREATE OR REPLACE FUNCTION public.forget_sourced_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.sourced_id := null;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION public.gather_attempts(of_user integer, of_key text, counts boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  newest earlier_attempts;
  c completions;
begin
  if counts then
    delete from earlier_attempts where (user_id, completion_key, entered_at) = (
      select user_id, completion_key, entered_at from earlier_attempts
      where user_id = of_user and completion_key = of_key
      order by day_of(completed_at) desc, entered_at desc limit 1
    ) returning * into newest;
  end if;
  select * into c from completions where user_id = of_user and key = of_key;
  perform write_records(
    array[of_user], array[c.subject_id], array[c.year::integer], array[c.session], array[c.paper], array[c.timezone],
    array[newest.id is not null], array[newest.score::integer], array[newest.marks], array[newest.completed_at], false);
  update completions set
    attempt_id = coalesce(newest.id, attempt_id),
    entered_at = coalesce(newest.entered_at, completions.entered_at),
    note = newest.note,
    earlier_count = earlier.count,
    earlier_days = case when newest.id is null then '{}' else earlier.days end,
    earlier_best = case when newest.id is not null then earlier.best end,
    updated_at = now()
  from (
    select count(*) as count, coalesce(array_agg(day_of(e.completed_at) order by e.completed_at), '{}') as days,
      max(e.score) as best
    from earlier_attempts e where e.user_id = of_user and e.completion_key = of_key
  ) as earlier
  where user_id = of_user and key = of_key;
end
$function$
;
CREATE OR REPLACE FUNCTION public.is_unconfirmed(role text, email text, email_confirmed_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select role <> 'school_admin' and email is not null and email_confirmed_at is null
$function$
;
CREATE OR REPLACE FUNCTION public.keep_student_work(user_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform from student_work where user_id = any(user_ids) order by user_id for no key update;
  insert into student_work as kept (user_id, school_id, subjects, done, sums)
  select user_id, school_id, subjects, done, sums from true_student_work where user_id = any(user_ids) order by user_id
  on conflict (user_id) do update set
    school_id = excluded.school_id, subjects = excluded.subjects, done = excluded.done, sums = excluded.sums,
    version = excluded.version;
end
$function$
;
CREATE OR REPLACE FUNCTION public.keep_subject_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into subject_work as kept (user_id, subject_id, last_done_at, scores, done, sums)
  select changed.user_id, changed.subject_id, recent.last_done_at, recent.scores, counted.done, counted.sums
  from (
    select user_id, subject_id, array_agg(distinct year::integer) as years, max(year) - 2013 as places
    from changed_records group by user_id, subject_id order by user_id, subject_id
  ) as changed
  left join subject_work before on before.user_id = changed.user_id and before.subject_id = changed.subject_id
  cross join lateral recent_work_of(changed.user_id, changed.subject_id) as recent
  cross join lateral (
    select
      string_agg(coalesce(w.done, nullif(substring(before.done from place * 3 - 2 for 3), ''), three_bytes(0)), ''
        order by place) as done,
      string_agg(coalesce(w.sums, nullif(substring(before.sums from place * 3 - 2 for 3), ''), three_bytes(0)), ''
        order by place) as sums
    from generate_series(1, greatest(length(before.done) / 3, places)) as place
    left join year_work(changed.user_id, changed.subject_id, changed.years) as w using (place)
  ) as counted
  on conflict (user_id, subject_id) do update set
    last_done_at = excluded.last_done_at, scores = excluded.scores, done = excluded.done, sums = excluded.sums
  where (kept.last_done_at, kept.scores, kept.done, kept.sums)
    is distinct from (excluded.last_done_at, excluded.scores, excluded.done, excluded.sums);
  perform keep_student_work(array(select distinct user_id from changed_records));

  -- Once a day, because every update of users, also one of nobody, starts their triggers. In the order in which others hold
  -- several users.
  if exists (
    select from changed_records c join users u on u.id = c.user_id
    where u.active_on is null or u.active_on < day_of(c.updated_at)
  ) then
    with days as (
      select user_id, max(day_of(updated_at)) as day from changed_records group by user_id
    ), held as (
      select id, day from users join days on days.user_id = users.id
      where active_on is null or active_on < day order by id for no key update of users
    )
    update users set active_on = day from held where held.id = users.id;
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.keep_taken_subjects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_student_work(array(select distinct user_id from changed_subjects));
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.leave_groups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from group_members where user_id = new.id;
  delete from class_teachers where user_id = new.id;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.lock_users(user_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  locked_id integer;
begin
  -- In one order everywhere, so that two callers never wait for each other.
  for locked_id in select distinct unnest(user_ids) order by 1 loop
    perform pg_advisory_xact_lock(7236502, locked_id);
  end loop;
end
$function$
;
CREATE OR REPLACE FUNCTION public.month_of(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select date_trunc('month', at at time zone 'UTC')::date
$function$
;
CREATE OR REPLACE FUNCTION public.move_students(student_ids integer[], old_schools integer[], new_schools integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  sums record;
begin
  with moves as (
    select student_id, school_id, factor
    from unnest(student_ids, old_schools, new_schools) as t (student_id, old_school, new_school),
      lateral (values (old_school, -1), (new_school, 1)) as v (school_id, factor)
    where school_id is not null
  ), papers as (
    select moves.*, subject_id, month_of(completed_at) as month, score
    from moves join completions on user_id = student_id where is_completed
  ), students as (
    select distinct student_id, school_id, factor from papers
  )
  select
    array_agg(school_id) as school_ids, array_agg(subject_id) as subject_ids, array_agg(month) as months,
    array_agg(factor) as papers, array_agg(factor * coalesce(score, 0)) as scores,
    array_agg(factor * (score is not null)::integer) as scored,
    (select array_agg(school_id) from students) as active_school_ids,
    (select array_agg(factor) from students) as active_counts
  into sums from papers;

  if sums.school_ids is not null then
    perform add_to_sums(sums.school_ids, sums.subject_ids, sums.months, sums.papers, sums.scores, sums.scored);
    perform add_active_students(sums.active_school_ids, sums.active_counts);
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION public.note_removed_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into files_to_remove (public_id) values (old.public_id) on conflict do nothing;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.padded(bytes bytea, size integer)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when length(bytes) = size then bytes else bytes || decode(repeat('00', size - length(bytes)), 'hex') end
$function$
;
CREATE OR REPLACE FUNCTION public.paper_bit(session text, paper text, timezone text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ((case session when 'May' then 0 else 1 end) * 4
      + case paper when 'paper1' then 0 when 'paper2' then 1 when 'paper3' then 2 else 3 end) * 3
    + case timezone when 'TZ1' then 1 when 'TZ2' then 2 else 0 end
$function$
;
CREATE OR REPLACE FUNCTION public.paper_of_attempt(of_user integer, of_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select key from completions where user_id = of_user and attempt_id = of_id and is_completed
  union all
  select key from earlier_attempts e join completions c on c.user_id = e.user_id and c.key = e.completion_key
  where e.user_id = of_user and e.id = of_id and c.is_completed
$function$
;
CREATE OR REPLACE FUNCTION public.part_schools()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved integer[];
begin
  select array_agg(n.id) into moved
  from old_users o join new_users n using (id)
  where o.school_id is distinct from n.school_id and o.school_id is not null;
  if moved is null then
    return null;
  end if;

  delete from removed_links where email is null and (teacher_id = any(moved) or student_id = any(moved));
  update removed_links set student_id = null, activated_at = null
  where teacher_id = any(moved) or student_id = any(moved);

  with parted as (
    select l.id
    from teacher_students l
    join users t on t.id = l.teacher_id left join old_users ot on ot.id = t.id
    join users s on s.id = l.student_id left join old_users os on os.id = s.id
    where l.status = 'active' and (l.teacher_id = any(moved) or l.student_id = any(moved))
      and t.school_id is distinct from s.school_id
      -- Whoever was followed across schools before has agreed to it.
      and case when ot.id is null then t.school_id else ot.school_id end
        = case when os.id is null then s.school_id else os.school_id end
  ), ended as (
    delete from teacher_students where email is null and id in (select id from parted)
  )
  update teacher_students
  set status = 'pending', student_id = null, activated_at = null, declined_at = null, pending_since = now(),
    by_roster = false
  where email is not null and id in (select id from parted);
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.recent_work_of(of_user integer, of_subject text)
 RETURNS TABLE(last_done_at timestamp with time zone, scores smallint[])
 LANGUAGE sql
 STABLE
AS $function$
  select
    (select completed_at from completions
     where user_id = of_user and subject_id = of_subject and is_completed
     order by completed_at desc, entered_at desc limit 1),
    array(
      select score from completions
      where user_id = of_user and subject_id = of_subject and is_completed and score is not null
      order by completed_at desc, entered_at desc limit 6)
$function$
;
CREATE OR REPLACE FUNCTION public.recount_sums()
 RETURNS void
 LANGUAGE sql
AS $function$
  lock table school_subject_sums, school_month_sums, school_sums, subject_work, student_work, school_people in exclusive mode;
  delete from school_subject_sums;
  delete from school_month_sums;
  delete from school_sums;
  delete from subject_work;
  delete from student_work;
  delete from school_people;
  insert into school_subject_sums select * from true_subject_sums;
  insert into school_month_sums select * from true_month_sums;
  insert into school_sums select * from true_school_sums;
  insert into subject_work select * from true_subject_work;
  insert into student_work select * from true_student_work;
  insert into school_people select * from true_school_people;
  update users set active_on = day
  from (select user_id, max(day_of(updated_at)) as day from completions group by user_id) as t
  where t.user_id = users.id and active_on is distinct from day;
$function$
;
CREATE OR REPLACE FUNCTION public.remove_attempt(of_user integer, of_id bigint)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  of_key text;
begin
  perform lock_users(array[of_user]);
  of_key := paper_of_attempt(of_user, of_id);
  if of_key is null then return null; end if;
  perform spread_attempts(of_user, of_key);
  delete from earlier_attempts where user_id = of_user and completion_key = of_key and id = of_id;
  perform gather_attempts(of_user, of_key);
  return of_key;
end
$function$
;
CREATE OR REPLACE FUNCTION public.score_band(score integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(score / 20, 4) + 1
$function$
;
CREATE OR REPLACE FUNCTION public.score_bytes(score_sum bigint, score_count bigint)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select three_bytes(coalesce(score_sum, 0) * 256 + score_count)
$function$
;
CREATE OR REPLACE FUNCTION public.set_completions(user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[], completed boolean[], scores integer[], keep_completed boolean)
 RETURNS SETOF integer
 LANGUAGE sql
AS $function$
  select set_completions(
    user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, null::text[], null::date[],
    null::text[], null::boolean[], keep_completed);
$function$
;
CREATE OR REPLACE FUNCTION public.set_completions(user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[], completed boolean[], scores integer[], marks text[], days date[], keep_completed boolean)
 RETURNS SETOF integer
 LANGUAGE sql
AS $function$
  select set_completions(
    user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, marks, days, null::text[],
    null::boolean[], keep_completed);
$function$
;
CREATE OR REPLACE FUNCTION public.set_completions(user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[], completed boolean[], scores integer[], marks text[], days date[], notes text[], restores boolean[], keep_completed boolean)
 RETURNS SETOF integer
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  keys text[];
  plain boolean[];
  item record;
begin
  perform lock_users(user_ids);

  -- Nearly always there is nothing but the newest attempt, and no note.
  if not exists (
    select from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, notes)
      as t (user_id, subject_id, year, session, paper, timezone, is_completed, note)
    left join completions c on c.user_id = t.user_id
      and c.key = t.subject_id || '-' || t.year || '-' || t.session || '-' || t.paper || coalesce('-' || t.timezone, '')
    where t.note is not null or c.earlier_count > 0 or (c.note is not null and not t.is_completed)
  ) then
    perform write_records(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores,
      set_completions.marks, array(select time_on(d) from unnest(days) with ordinality as t (d, n) order by n),
      keep_completed);
    return query select id from users where id = any(user_ids);
    return;
  end if;

  keys := array(
    select s || '-' || y || '-' || e || '-' || p || coalesce('-' || z, '')
    from unnest(subject_ids, years, sessions, papers, timezones) with ordinality as t (s, y, e, p, z, n) order by n);

  -- A paper that is ticked anew begins anew.
  with removed as (
    delete from earlier_attempts a
    using unnest(user_ids, keys, completed, restores) as t (user_id, key, is_completed, restores), completions c
    where c.user_id = t.user_id and c.key = t.key and a.user_id = t.user_id and a.completion_key = t.key
      and c.earlier_count > 0 and not c.is_completed and t.is_completed and t.restores is not true
    returning a.user_id, a.completion_key as key
  )
  update completions c set earlier_count = 0
  from (select distinct user_id, key from removed) as r where c.user_id = r.user_id and c.key = r.key;

  for item in
    select t.*, c.is_completed as was_completed, c.attempt_id
    from unnest(user_ids, keys, completed, scores, set_completions.marks, days, notes)
      as t (user_id, key, is_completed, score, marks, day, note)
    join completions c on c.user_id = t.user_id and c.key = t.key
    where c.earlier_count > 0 or (c.note is not null and not t.is_completed)
  loop
    if item.was_completed and not (item.is_completed and keep_completed) then
      perform spread_attempts(item.user_id, item.key);
      update earlier_attempts set
        completed_at = coalesce(time_on(item.day), completed_at),
        score = item.score,
        marks = item.marks,
        note = case when item.note is null then earlier_attempts.note else nullif(item.note, '') end
      where user_id = item.user_id and completion_key = item.key and id = item.attempt_id and item.is_completed;
      perform gather_attempts(item.user_id, item.key, item.is_completed);
    elsif item.is_completed and not item.was_completed then
      perform gather_attempts(item.user_id, item.key);
    end if;
    plain := coalesce(plain, array_fill(true, array[cardinality(user_ids)]));
    plain[(select n from unnest(user_ids, keys) with ordinality as t (u, k, n)
      where u = item.user_id and k = item.key)] := false;
  end loop;

  if plain is null then
    perform write_records(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores,
      set_completions.marks, array(select time_on(d) from unnest(days) with ordinality as t (d, n) order by n),
      keep_completed);
  else
    perform write_records(array_agg(u), array_agg(s), array_agg(y), array_agg(e), array_agg(p), array_agg(z),
      array_agg(c), array_agg(o), array_agg(m), array_agg(time_on(d)), keep_completed)
    from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, set_completions.marks, days,
      plain) as t (u, s, y, e, p, z, c, o, m, d, is_plain)
    where is_plain;
  end if;

  update completions c set note = nullif(t.note, ''), updated_at = now()
  from unnest(user_ids, keys, notes) as t (user_id, key, note)
  where t.note is not null and c.user_id = t.user_id and c.key = t.key and c.is_completed
    and c.earlier_count = 0 and not keep_completed and c.note is distinct from nullif(t.note, '');
  return query select id from users where id = any(user_ids);
end
$function$
;
CREATE OR REPLACE FUNCTION public.spread_attempts(of_user integer, of_key text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into earlier_attempts (user_id, completion_key, entered_at, id, completed_at, score, marks, note)
  select user_id, key, entered_at, attempt_id, completed_at, score, marks, note
  from completions where user_id = of_user and key = of_key and is_completed;
$function$
;
CREATE OR REPLACE FUNCTION public.three_bytes(number bigint)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select substring(int8send(number) from 6)
$function$
;
CREATE OR REPLACE FUNCTION public.time_on(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when day is not null then least(now(), (day + time '10:00') at time zone 'UTC') end
$function$
;
CREATE OR REPLACE FUNCTION public.write_records(user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[], completed boolean[], scores integer[], marks text[], times timestamp with time zone[], keep_completed boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  sums record;
begin
  with incoming as (
    select t.*, u.school_id, u.role,
      case when t.is_completed then coalesce(t.time, c.completed_at, now()) end as completed_at
    from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, write_records.marks, times)
      as t (user_id, subject_id, year, session, paper, timezone, is_completed, score, marks, time)
    join users u on u.id = t.user_id
    left join completions c on c.user_id = t.user_id
      and c.key = t.subject_id || '-' || t.year || '-' || t.session || '-' || t.paper || coalesce('-' || t.timezone, '')
  ), written as (
    insert into completions as c
      (user_id, subject_id, year, session, paper, timezone, is_completed, score, marks, completed_at)
    select user_id, subject_id, year, session, paper, timezone, is_completed,
      case when is_completed then score end, case when is_completed then incoming.marks end, completed_at
    from incoming
    on conflict (user_id, key) do update set
      is_completed = excluded.is_completed,
      score = excluded.score,
      marks = excluded.marks,
      completed_at = excluded.completed_at,
      -- Ticked again it is another attempt.
      attempt_id = case when c.is_completed then c.attempt_id else excluded.attempt_id end,
      entered_at = case when c.is_completed then c.entered_at else excluded.entered_at end,
      note = case when excluded.is_completed then c.note end,
      updated_at = now()
    where not (keep_completed and c.is_completed)
      and (c.is_completed, c.score, c.marks, c.completed_at)
        is distinct from (excluded.is_completed, excluded.score, excluded.marks, excluded.completed_at)
    returning c.user_id, c.key, c.subject_id, c.is_completed, c.score, c.completed_at
  ), counted as (
    select w.*, i.school_id
    from written w
    join (select distinct user_id, school_id from incoming where role = 'student' and school_id is not null) i
      using (user_id)
  ), changes as (
    select school_id, subject_id, month_of(completed_at) as month, 1 as papers, coalesce(score, 0) as score,
      (score is not null)::integer as scored
    from counted where is_completed
    union all
    -- This statement still sees the table as it was before.
    select school_id, c.subject_id, month_of(c.completed_at), -1, -coalesce(c.score, 0), -(c.score is not null)::integer
    from counted join completions c using (user_id, key) where c.is_completed
  ), students as (
    select school_id,
      (bool_or(is_completed) or exists (
        select from completions c
        where c.user_id = counted.user_id and c.is_completed
          and not exists (select from written w where w.user_id = c.user_id and w.key = c.key)
      ))::integer
      - exists (select from completions c where c.user_id = counted.user_id and c.is_completed)::integer as count
    from counted group by user_id, school_id
  )
  select
    array_agg(school_id) as school_ids, array_agg(subject_id) as subject_ids, array_agg(month) as months,
    array_agg(papers) as papers, array_agg(score) as scores, array_agg(scored) as scored,
    (select array_agg(school_id) from students) as active_school_ids,
    (select array_agg(count) from students) as active_counts
  into sums from changes;

  if sums.school_ids is not null then
    perform add_to_sums(sums.school_ids, sums.subject_ids, sums.months, sums.papers, sums.scores, sums.scored);
    perform add_active_students(sums.active_school_ids, sums.active_counts);
  end if;
end
$function$
;
CREATE OR REPLACE FUNCTION public.year_work(of_user integer, of_subject text, years integer[])
 RETURNS TABLE(place integer, done bytea, sums bytea)
 LANGUAGE sql
 STABLE
AS $function$
  select y - 2013,
    three_bytes(coalesce(bit_or(1 << paper_bit(session, paper, timezone)) filter (where is_completed), 0)),
    score_bytes(sum(score), count(score))
  from unnest(years) as y
  left join completions on user_id = of_user and subject_id = of_subject and year = y
    and key > of_subject || '-' || y and key < of_subject || '-' || y + 1
  group by y
$function$
;
