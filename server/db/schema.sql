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
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_action_check CHECK ((action ~ '^[a-z_]+$'::text)),
  constraint audit_actor_check CHECK ((actor = ANY (ARRAY['platform_admin'::text, 'user'::text, 'system'::text]))),
  constraint audit_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_check CHECK (((actor <> 'platform_admin'::text) OR (actor_id IS NULL))),
  constraint audit_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint audit_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE SET NULL,
  constraint audit_target_id_fkey FOREIGN KEY (target_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id);
CREATE INDEX audit_by_school ON public.audit USING btree (school_id, at DESC);
CREATE INDEX audit_by_target ON public.audit USING btree (target_id, at DESC);
CREATE INDEX audit_newest ON public.audit USING btree (at DESC, id DESC);

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
  constraint completions_pkey PRIMARY KEY (user_id, key),
  constraint completions_check CHECK ((NOT ((year = 2020) AND (session = 'May'::text)))),
  constraint completions_check1 CHECK ((is_completed OR (score IS NULL))),
  constraint completions_check2 CHECK ((is_completed = (completed_at IS NOT NULL))),
  constraint completions_paper_check CHECK ((paper = ANY (ARRAY['paper1'::text, 'paper2'::text, 'paper3'::text, 'essay'::text]))),
  constraint completions_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint completions_session_check CHECK ((session = ANY (ARRAY['May'::text, 'November'::text]))),
  constraint completions_subject_id_check CHECK ((subject_id ~ '^[a-z_]+$'::text)),
  constraint completions_timezone_check CHECK ((timezone = ANY (ARRAY['TZ1'::text, 'TZ2'::text]))),
  constraint completions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint completions_year_check CHECK (((year >= 2014) AND (year <= 2024)))
);

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
CREATE INDEX feedback_newest ON public.feedback USING btree (created_at DESC, id DESC);

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
CREATE TRIGGER files_removed AFTER DELETE ON public.files FOR EACH ROW EXECUTE FUNCTION note_removed_file();

create table files_to_remove (
  public_id text not null,
  since timestamp with time zone not null default now(),
  constraint files_to_remove_pkey PRIMARY KEY (public_id)
);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table preferences (
  user_id integer not null,
  year_ranges jsonb not null,
  timezone_overrides jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint preferences_pkey PRIMARY KEY (user_id),
  constraint preferences_timezone_overrides_check CHECK ((jsonb_typeof(timezone_overrides) = 'object'::text)),
  constraint preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint preferences_year_ranges_check CHECK ((jsonb_typeof(year_ranges) = 'object'::text))
);

create table schools (
  id integer not null generated always as identity,
  name text not null,
  domain_pattern text not null,
  created_at timestamp with time zone not null default now(),
  constraint schools_pkey PRIMARY KEY (id),
  constraint schools_domain_pattern_check CHECK ((domain_pattern ~ '^@[a-z0-9.-]+$'::text)),
  constraint schools_domain_pattern_key UNIQUE (domain_pattern),
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
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_check CHECK ((expires_at > created_at)),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

create table teacher_students (
  id integer not null generated always as identity,
  teacher_id integer not null,
  student_id integer,
  email text not null,
  name text,
  status text not null,
  invitation_token text not null,
  created_at timestamp with time zone not null default now(),
  activated_at timestamp with time zone,
  constraint teacher_students_pkey PRIMARY KEY (id),
  constraint teacher_students_check CHECK ((teacher_id <> student_id)),
  constraint teacher_students_check1 CHECK (((status = 'pending'::text) OR (student_id IS NOT NULL))),
  constraint teacher_students_check2 CHECK (((status = 'active'::text) = (activated_at IS NOT NULL))),
  constraint teacher_students_email_check CHECK ((email = lower(email))),
  constraint teacher_students_invitation_token_key UNIQUE (invitation_token),
  constraint teacher_students_name_check CHECK ((name <> ''::text)),
  constraint teacher_students_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text]))),
  constraint teacher_students_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint teacher_students_teacher_id_email_key UNIQUE (teacher_id, email),
  constraint teacher_students_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint teacher_students_teacher_id_student_id_key UNIQUE (teacher_id, student_id)
);
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

create table users (
  id integer not null generated always as identity,
  username text,
  username_key text,
  email text,
  password_hash text not null,
  role text not null,
  school_id integer,
  created_at timestamp with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_check CHECK (((username IS NULL) = (username_key IS NULL))),
  constraint users_check1 CHECK (((email IS NOT NULL) OR ((role = 'school_admin'::text) AND (username IS NOT NULL)))),
  constraint users_check2 CHECK (((role <> 'school_admin'::text) OR (school_id IS NOT NULL))),
  constraint users_email_check CHECK (((email = lower(email)) AND (email ~~ '_%@_%'::text))),
  constraint users_email_key UNIQUE (email),
  constraint users_role_check CHECK ((role = ANY (ARRAY['student'::text, 'teacher'::text, 'school_admin'::text]))),
  constraint users_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint users_username_check CHECK (((username <> ''::text) AND (POSITION(('@'::text) IN (username)) = 0))),
  constraint users_username_key_key UNIQUE (username_key)
);
CREATE INDEX users_by_school ON public.users USING btree (school_id, role);

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
