extension SQLDialect {
  /// The statements that make what a server's queries need beside tables: collations and functions.
  ///
  /// They are made with a store's tables. ``ServerFunctions`` makes functions again that differ: increment its revision
  /// when you change one. A collation belongs to the store's format.
  package static let serverFunctions = #"""
    CREATE COLLATION strata_text (provider = icu, locale = 'und');
    CREATE COLLATION strata_localized (provider = icu, locale = 'und');
    CREATE COLLATION strata_localized_standard (provider = icu, locale = 'und-u-kn-true');
    CREATE FUNCTION strata_fold(t text, options integer) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE options & 2 WHEN 0 THEN folded ELSE
        normalize(regexp_replace(normalize(folded, NFD), '[\u0300-\u036f]', '', 'g'), NFC) END
      FROM (SELECT CASE options & 1 WHEN 0 THEN t ELSE
        lower(upper(t COLLATE strata_text) COLLATE strata_text) END AS folded) AS f
    $$;
    CREATE FUNCTION strata_equal(a text, b text, options integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT strata_fold(a, options) COLLATE "C" IS NOT DISTINCT FROM strata_fold(b, options) COLLATE "C"
    $$;
    CREATE FUNCTION strata_contains(a text, b text, options integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT strpos(strata_fold(a, options) COLLATE "C", strata_fold(b, options) COLLATE "C") > 0
    $$;
    CREATE FUNCTION strata_begins(a text, b text, options integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT starts_with(strata_fold(a, options), strata_fold(b, options))
    $$;
    CREATE FUNCTION strata_ends(a text, b text, options integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT starts_with(reverse(strata_fold(a, options)), reverse(strata_fold(b, options)))
    $$;
    CREATE FUNCTION strata_like(t text, pattern text, options integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT normalize(strata_fold(t, options), NFC) COLLATE "C"
        LIKE normalize(strata_fold(pattern, options), NFC) COLLATE "C"
    $$;
    CREATE FUNCTION strata_narrowed(n numeric) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE WHEN n BETWEEN -9223372036854775808 AND 9223372036854775807 THEN n::bigint END
    $$;
    CREATE FUNCTION strata_json(j json) RETURNS json
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE WHEN json_typeof(j) <> 'null' THEN j END
    $$;
    CREATE FUNCTION strata_json_member(j json, k text) RETURNS json
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT strata_json(CASE json_typeof(j)
        WHEN 'object' THEN j -> k
        WHEN 'array' THEN CASE WHEN k ~ '^[0-9]{1,9}$' THEN j -> k::integer END END)
    $$;
    CREATE FUNCTION strata_json_elements(j json) RETURNS TABLE (key json, value json)
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT to_json(n - 1), strata_json(v)
      FROM json_array_elements(CASE json_typeof(j) WHEN 'array' THEN j ELSE '[]' END)
        WITH ORDINALITY AS a(v, n)
      UNION ALL SELECT to_json(k), strata_json(v)
      FROM json_each(CASE json_typeof(j) WHEN 'object' THEN j ELSE '{}' END) AS o(k, v)
    $$;
    CREATE FUNCTION strata_json_number(j json) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE json_typeof(j) WHEN 'number' THEN (j #>> '{}')::numeric
        WHEN 'boolean' THEN CASE j #>> '{}' WHEN 'true' THEN 1 ELSE 0 END END
    $$;
    CREATE FUNCTION strata_json_real(j json) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE WHEN json_typeof(j) = 'string' THEN
          CASE WHEN j #>> '{}' IN ('Infinity', '-Infinity') THEN (j #>> '{}')::double precision END
        ELSE strata_json_number(j)::double precision END
    $$;
    CREATE FUNCTION strata_json_text(j json) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE json_typeof(j) WHEN 'string' THEN j #>> '{}'
        WHEN 'object' THEN j::text WHEN 'array' THEN j::text END
    $$;
    CREATE FUNCTION strata_add(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a::numeric + b::numeric $$;
    CREATE FUNCTION strata_add(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a + b $$;
    CREATE FUNCTION strata_add(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a + b $$;
    CREATE FUNCTION strata_subtract(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a::numeric - b::numeric $$;
    CREATE FUNCTION strata_subtract(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a - b $$;
    CREATE FUNCTION strata_subtract(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a - b $$;
    CREATE FUNCTION strata_multiply(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a::numeric * b::numeric $$;
    CREATE FUNCTION strata_multiply(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a * b $$;
    CREATE FUNCTION strata_multiply(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a * b $$;
    CREATE FUNCTION strata_divide(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT div(a::numeric, nullif(b, 0)::numeric) $$;
    CREATE FUNCTION strata_divide(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a / nullif(b, 0) $$;
    CREATE FUNCTION strata_remainder(a bigint, b bigint) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT mod(a::numeric, nullif(b, 0)::numeric) $$;
    CREATE FUNCTION strata_remainder(a numeric, b numeric) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT mod(a, nullif(b, 0)) $$;
    CREATE FUNCTION strata_divide(a double precision, b double precision) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT a / nullif(b, 0) $$;
    CREATE FUNCTION strata_remainder(a double precision, b double precision) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT mod(trunc(a)::numeric, nullif(trunc(b), 0)::numeric)
    $$;
    CREATE FUNCTION strata_sum(a bigint, b bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT strata_narrowed(a::numeric + b::numeric)
    $$;
    CREATE FUNCTION strata_shift(a bigint, b bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE
        WHEN b >= 64 THEN 0
        WHEN b >= 0 THEN a << b::integer
        WHEN b > -64 THEN a >> (-b)::integer
        WHEN a < 0 THEN -1 ELSE 0 END
    $$;
    CREATE FUNCTION strata_unsigned(a bigint, b bigint, operation text) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE
        WHEN n BETWEEN 0 AND 9223372036854775807 THEN n::bigint
        WHEN n BETWEEN 9223372036854775808 AND 18446744073709551615
          THEN (n - 18446744073709551616)::bigint END
      FROM (SELECT
        CASE WHEN a < 0 THEN a::numeric + 18446744073709551616 ELSE a::numeric END AS x,
        CASE WHEN b < 0 THEN b::numeric + 18446744073709551616 ELSE b::numeric END AS y) AS u,
      LATERAL (SELECT CASE operation
        WHEN '+' THEN x + y WHEN '-' THEN x - y WHEN '*' THEN x * y
        WHEN '/' THEN div(x, nullif(y, 0)) WHEN '%' THEN mod(x, nullif(y, 0)) END AS n) AS r
    $$;
    CREATE FUNCTION strata_date_part(t double precision, part text, zone text) RETURNS bigint
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        seconds double precision := floor(least(greatest(t, -200000000000), 9000000000000));
        clock timestamp :=
          timezone(zone, timezone('UTC', timestamp '2001-01-01' + make_interval(secs => seconds)));
        n bigint := date_part(CASE part WHEN 'weekday' THEN 'dow' ELSE part END, clock);
      BEGIN
        IF part = 'weekday' OR part = 'year' AND n < 0 THEN
          RETURN n + 1;
        END IF;
        RETURN n;
      END
    $$;
    CREATE FUNCTION strata_date_start(t double precision, period text, weekday integer, zone text)
      RETURNS double precision LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        seconds double precision := floor(least(greatest(t, -200000000000), 9000000000000));
        clock timestamp :=
          timezone(zone, timezone('UTC', timestamp '2001-01-01' + make_interval(secs => seconds)));
        start timestamp := date_trunc(CASE period WHEN 'week' THEN 'day' ELSE period END, clock);
        moment timestamptz;
        other timestamptz;
        middle timestamptz;
      BEGIN
        IF period IN ('hour', 'minute') THEN
          moment := timezone('UTC', timestamp '2001-01-01' + make_interval(secs => seconds));
          other := moment - (clock - start);
          IF timezone(zone, other) <> start THEN
            -- Clocks were set since. The hour begins with that change.
            WHILE moment - other > interval '1 second' LOOP
              middle := date_trunc('second', other + (moment - other) / 2);
              IF timezone(zone, middle) - timezone('UTC', middle) = clock - timezone('UTC', moment) THEN
                moment := middle;
                clock := timezone(zone, middle);
              ELSE
                other := middle;
              END IF;
            END LOOP;
            RETURN extract(epoch FROM moment)::double precision - 978307200;
          END IF;
          RETURN seconds - extract(epoch FROM clock - start);
        END IF;
        IF period = 'week' THEN
          start := start - make_interval(days => (extract(isodow FROM start)::integer + 7 - weekday) % 7);
        END IF;
        moment := timezone(zone, start);
        -- The server takes the second of two moments. The first one has the offset of the day before.
        other := moment - interval '24 hours';
        other := timezone('UTC', start - (timezone(zone, other) - timezone('UTC', other)));
        IF other < moment AND timezone(zone, other) = start THEN
          moment := other;
        ELSIF timezone(zone, moment) > start THEN
          -- Clocks were set forward over the start. They show a later time from the moment of the change on.
          other := moment - (timezone(zone, moment) - start);
          WHILE moment - other > interval '1 second' LOOP
            middle := date_trunc('second', other + (moment - other) / 2);
            IF timezone(zone, middle) >= start THEN moment := middle; ELSE other := middle; END IF;
          END LOOP;
        END IF;
        RETURN extract(epoch FROM moment)::double precision - 978307200;
      END
    $$;
    CREATE FUNCTION strata_bucket(n bigint, width bigint, lowest bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT greatest(n::numeric - mod(mod(n, width)::numeric + width, width), lowest)::bigint
    $$;
    CREATE FUNCTION strata_bucket_unsigned(n bigint, width bigint) RETURNS bigint
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT strata_unsigned(n, strata_unsigned(n, width, '%'), '-')
    $$;
    CREATE FUNCTION strata_bucket_real(n double precision, width double precision, most double precision)
      RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE
        WHEN abs(n) >= most THEN n
        WHEN abs(n) >= width THEN floor(n / width) * width
        WHEN n < 0 THEN -width ELSE 0 END
    $$;
    CREATE FUNCTION strata_bucket_decimal(n text, width text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT trim_scale(CASE
        WHEN abs(n::numeric) >= ('1e' || (37 - scale(trim_scale(width::numeric))))::numeric THEN n::numeric
        ELSE n::numeric - mod(mod(n::numeric, width::numeric) + width::numeric, width::numeric) END)::text
    $$;
    """#
}
